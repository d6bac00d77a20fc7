/** The value of a property of an event. */
export type PropertyType = 'string' | 'number' | 'boolean';

type PropertyValue = { readonly string: string; readonly number: number; readonly boolean: boolean };

/** The names and types of an event's properties. */
export type PropertyShape = { readonly [property: string]: PropertyType };

type PlannedEvent = { readonly when: string; readonly shapes: readonly PropertyShape[] };

/** The tracking plan. An event has exactly the properties of one of its shapes (ANA-24, ANA-25). */
export const TRACKING_PLAN = {
  branch: 'main',
  source: 'web',
  events: {
    'Account Created': { when: 'the account has been created', shapes: [{ method: 'string' }] },
    'Signed In': { when: 'a sign-in has succeeded', shapes: [{ method: 'string' }] },
    'App Launch Subscribe Shown': {
      when: 'the app is opened by a campaign link and shows the offer',
      shapes: [{}],
    },
    'Ask the Universe Used': { when: 'its button is used', shapes: [{ content_id: 'string' }] },
    'Audio Listened': {
      when: 'a playback report is made',
      shapes: [
        {
          content_id: 'string',
          content_type: 'number',
          chapter_index: 'number',
          seconds: 'number',
          speed: 'number',
        },
        { content_id: 'string', content_type: 'number', seconds: 'number', speed: 'number' },
      ],
    },
    'Follow Button Clicked': {
      when: 'a podcast or an author is followed',
      shapes: [{ content_id: 'string' }, { author_id: 'string' }],
    },
    'Individual Audio Button Clicked Web App': {
      when: 'a button of a detail page is used',
      shapes: [{ button: 'string', content_id: 'string' }],
    },
    'Moved to Library': {
      when: 'any other favourite is saved',
      shapes: [{ content_id: 'string', content_type: 'number' }],
    },
    'Search Result Clicked': {
      when: 'a search result is opened',
      shapes: [{ term: 'string', content_id: 'string', position: 'number' }],
    },
    'Onboarding - For You - Show': {
      when: 'the recommended page right after creating an account',
      shapes: [{}],
    },
    'Onboarding - Home - Show': { when: 'the first home after a sign-in', shapes: [{}] },
    'Onboarding - Sign In - Tap Email': { when: 'first use of the field on a visit', shapes: [{}] },
    'Onboarding - Sign In - Tap Forgot Password': { when: 'first use of the link on a visit', shapes: [{}] },
    'Onboarding - Sign In - Tap Password': {
      when: 'first use of the field on a visit',
      shapes: [{ visible: 'boolean' }],
    },
    'Onboarding - Sign In - Tap Sign In button': { when: 'first use of the button on a visit', shapes: [{}] },
    'Onboarding - Sign Up - Tap Create Account button': {
      when: 'first use of the button on a visit',
      shapes: [{}],
    },
    'Onboarding - Sign Up - Tap Email': { when: 'first use of the field on a visit', shapes: [{}] },
    'Onboarding - Sign Up - Tap First Name': { when: 'first use of the field on a visit', shapes: [{}] },
    'Onboarding - Sign Up - Tap Password': {
      when: 'first use of the field on a visit',
      shapes: [{ visible: 'boolean' }],
    },
    'Onboarding - Sign Up - Tap Sign In button': { when: 'first use of the button on a visit', shapes: [{}] },
    'Onboarding - Subscribe - Show': { when: 'the offer is shown', shapes: [{ plan: 'string' }] },
    'Onboarding - Subscribe - Tap Start Subscription Button': {
      when: "a plan's link is used",
      shapes: [{ plan: 'string' }],
    },
    'Onboarding - Subscribe - X out': { when: 'the offer is closed', shapes: [{ plan: 'string' }] },
  },
} as const satisfies {
  readonly branch: string;
  readonly source: string;
  readonly events: { readonly [name: string]: PlannedEvent };
};

type Events = (typeof TRACKING_PLAN)['events'];

/** The names of all events in the tracking plan. */
export type TrackingEventName = keyof Events;

type PropertiesOf<Shape> = Shape extends PropertyShape
  ? keyof Shape extends never
    ? Readonly<Record<string, never>>
    : { readonly [Property in keyof Shape]: PropertyValue[Shape[Property]] }
  : never;

/** An event of the plan with one of its shapes. `properties` is `{}` if the plan names none. */
export type TrackingEvent = {
  [Name in TrackingEventName]: {
    readonly name: Name;
    readonly properties: PropertiesOf<Events[Name]['shapes'][number]>;
  };
}[TrackingEventName];

/** The first use of a field, link or button in the sign-in or sign-up form. */
export type OnboardingTap = Extract<TrackingEvent, { readonly name: `Onboarding - Sign ${string}` }>;

const fits = (shape: PropertyShape, properties: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(properties).every((property) => Object.hasOwn(shape, property)) &&
  Object.entries(shape).every(([property, type]) => typeof properties[property] === type);

const PLANNED: ReadonlyMap<string, PlannedEvent> = new Map(Object.entries(TRACKING_PLAN.events));

/** Checks at run time whether an event, for example from a queue, is in the plan. */
export const isPlanned = (name: string, properties: Readonly<Record<string, unknown>>): boolean =>
  PLANNED.get(name)?.shapes.some((shape) => fits(shape, properties)) === true;
