import { MessagesState } from './messages.ts';
import { AppInvitationState, InviteToApp } from './app-invitation.ts';
import { lazy } from '../service-table.ts';

/** What the views may use of the feature `messaging`. */
export const messagingServices = {
  messages: MessagesState,
  appInvitation: AppInvitationState,
  inviteToApp: InviteToApp,
  answerMessage: lazy(
    async () => (await import('./answer-message.ts')).AnswerMessage,
    ['recordShown', 'recordClick', 'close'],
  ),
};
