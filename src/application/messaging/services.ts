import { MessagesState } from './messages-state.ts';
import { AppInvitationState } from './app-invitation-state.ts';
import { InviteToApp } from './invite-to-app.ts';
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
