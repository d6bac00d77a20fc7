type Fields = Readonly<Record<string, unknown>>;

/** The events that trigger a message. */
export const OPEN: Fields = { type: 'open' };
export const customEvent = (name: string): Fields => ({ type: 'custom_event', data: { event_name: name } });

/** A campaign as the messaging service sends it: a message, and when it is shown. */
export const campaign = (id: string, message: Fields, { on = OPEN, ...others }: Fields = {}): Fields => ({
  id,
  type: 'inapp',
  trigger_condition: [on],
  start_time: null,
  end_time: null,
  priority: 0,
  delay: 0,
  // Shown each time its trigger occurs.
  re_eligibility: 0,
  data: { trigger_id: id, ...message },
  ...others,
});

/** A campaign whose message is requested for the listener when it is due. */
export const templatedCampaign = (id: string, others: Fields = {}): Fields =>
  campaign(id, {}, { type: 'templated_iam', ...others });

/** A link with a command in the vendor's format. */
export const commandLink = (command: unknown): string => {
  const units = Uint16Array.from(JSON.stringify(command), (sign) => sign.charCodeAt(0));
  const base64 = Buffer.from(units.buffer).toString('base64');
  return `brazeActions://v1/${base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
};

export const MODAL: Fields = {
  type: 'MODAL',
  header: 'A quiet week',
  message: 'Three new meditations are waiting.',
  message_close: 'SWIPE',
  image_url: 'https://app.example/media/covers/a.svg',
  btns: [
    { id: 0, text: 'Listen', click_action: 'URI', uri: 'https://app.example/new-releases' },
    { id: 1, text: 'Later', click_action: 'NONE' },
  ],
};
