/** The categories of the catalogue, by id. */
export const CATEGORY_NAMES = {
  fiction: 'Fiction',
  'lives-and-memoir': 'Lives & Memoir',
  history: 'History',
  'science-and-nature': 'Science & Nature',
  meditation: 'Meditation',
  sleep: 'Sleep',
  'mind-and-wellbeing': 'Mind & Wellbeing',
  'food-and-travel': 'Food & Travel',
  'short-works': 'Poetry & Short Works',
  'craft-and-work': 'Craft & Work',
} as const;

export type CategoryId = keyof typeof CATEGORY_NAMES;

/** The topics of the catalogue, by id. */
export const TOPIC_NAMES = {
  calm: 'Finding Calm',
  'better-sleep': 'Better Sleep',
  focus: 'Focus',
  courage: 'Courage',
  'letting-go': 'Grief & Letting Go',
  walking: 'Walking',
  'the-sea': 'The Sea',
  mountains: 'Mountains',
  'night-sky': 'The Night Sky',
  forests: 'Forests & Gardens',
  cities: 'Cities',
  family: 'Family',
  friendship: 'Friendship',
  language: 'Words & Language',
  music: 'Music & Sound',
  making: 'Making Things',
  kitchens: 'Kitchens',
  journeys: 'Journeys',
} as const;

export type TopicId = keyof typeof TOPIC_NAMES;
