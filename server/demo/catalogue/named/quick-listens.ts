import type { SingleDraft } from '../draft.ts';

/** Stories, talks and poems under half an hour (content type 1). */
export const QUICK_LISTENS: readonly SingleDraft[] = [
  {
    title: 'Why Cats Sit in Boxes',
    by: ['adaeze-nwosu'],
    shelf: 'science-and-nature',
    topics: ['family'],
    released: 2,
    minutes: 12,
    free: 'always',
    about:
      'A serious inquiry into a soft subject. Behavioural scientists, a carpenter and one large tabby named Senator give evidence.',
  },
  {
    title: 'The Man Who Painted Zebra Crossings',
    by: ['mateus-figueiroa'],
    shelf: 'lives-and-memoir',
    topics: ['cities', 'making'],
    released: 5,
    minutes: 16,
    about:
      'For thirty-four years, Seu Arlindo painted white lines on the streets of Belo Horizonte by hand. He never once used a ruler. A portrait in stripes.',
  },
  {
    title: 'In Praise of the Pencil',
    by: ['lukasz-zurawski'],
    shelf: 'craft-and-work',
    topics: ['making', 'focus'],
    released: 14,
    minutes: 14,
    about:
      'It forgives, it needs no charging, and it tells you how much of it is left. An essay on the most modest of machines.',
  },
  {
    title: 'Eleven Minutes in the Life of a Bee',
    by: ['ingrid-saether'],
    shelf: 'science-and-nature',
    topics: ['forests'],
    released: 7,
    minutes: 11,
    about: 'One flight, one meadow, four hundred flowers. Told in real time, at the height of a clover.',
  },
  {
    id: 'tea-before-poems',
    title: '茶与诗: Tea before Poems',
    by: ['chen-mubai'],
    shelf: 'short-works',
    topics: ['language', 'calm'],
    released: 21,
    minutes: 18,
    about:
      'Nine short poems, with the kettle between them. Each is read twice, once in Chinese and once in English, with a silence to drink in.',
  },
  {
    title: 'How to Apologise',
    by: ['meera-kulkarni'],
    shelf: 'mind-and-wellbeing',
    topics: ['family', 'friendship'],
    released: 3,
    minutes: 13,
    someFree: true,
    about:
      'Most apologies are explanations in disguise. A family therapist takes one apart, throws away the “but” and puts it together again.',
  },
  {
    title: 'The Elevator Operator',
    by: ['park-seoyeon'],
    shelf: 'fiction',
    topics: ['cities'],
    released: 30,
    minutes: 22,
    about:
      'She has worked in the same department store for forty years and never been asked which floor she would like. A short story with one unexpected stop.',
  },
  {
    title: 'What Honey Remembers',
    by: ['zeynep-gundogdu'],
    shelf: 'food-and-travel',
    topics: ['kitchens'],
    released: 26,
    minutes: 15,
    about:
      'Open a jar and you open a hillside: its weather, its thyme, its one bad week in May. A tasting in six spoons.',
  },
  {
    title: 'The Goalkeeper’s Fear of Applause',
    by: ['wanjiru-mathenge'],
    shelf: 'lives-and-memoir',
    topics: ['courage'],
    released: 10,
    minutes: 19,
    about:
      'Nobody cheers a quiet afternoon. The former keeper of a national side on boredom, dread and the beauty of nothing happening.',
  },
  {
    title: 'Moon Gardening',
    by: ['kirra-dawson'],
    shelf: 'science-and-nature',
    topics: ['night-sky', 'forests'],
    released: 48,
    minutes: 17,
    about:
      'White flowers, night moths and a head torch. A short introduction to the garden that opens after dinner.',
  },
  {
    title: 'Small Boats',
    by: ['nguyen-thi-anh'],
    shelf: 'short-works',
    topics: ['the-sea', 'journeys'],
    released: 12,
    minutes: 10,
    about: 'A sequence of twelve poems, each folded from a single sheet. Set them on the water one by one.',
  },
  {
    title: 'The Museum of Ordinary Keys',
    by: ['theo-lachance'],
    shelf: 'fiction',
    topics: ['cities', 'letting-go'],
    released: 35,
    minutes: 24,
    about:
      'Admission is free, but you must leave a key. A short story about doors we no longer open, told by the night guard.',
  },
  {
    title: 'A Beginner’s Guide to Fog',
    by: ['rhys-ap-gwilym'],
    shelf: 'science-and-nature',
    topics: ['walking', 'mountains'],
    released: 17,
    minutes: 13,
    about:
      'Radiation, advection, valley, sea: there are more fogs than you think, and Rhys has been lost in all of them. Bring a whistle.',
  },
  {
    title: 'Grandmother’s Radio',
    by: ['nefeli-dimitriou'],
    shelf: 'fiction',
    topics: ['family', 'music'],
    released: 42,
    minutes: 20,
    about: 'Only one station came in, and only when the goats were on the hill. A story about reception.',
  },
  {
    title: 'The Perfect Queue',
    by: ['siobhan-odwyer'],
    shelf: 'short-works',
    topics: ['cities', 'friendship'],
    released: 6,
    minutes: 9,
    about: 'Nobody knew what it was for, but it was beautifully formed. A comic monologue in single file.',
  },
  {
    title: 'Notes on Left-Handedness',
    by: ['tomas-ibarrondo'],
    shelf: 'history',
    topics: ['making'],
    released: 64,
    minutes: 16,
    about:
      'Ink smears, tin openers and the long suspicion of the other hand. A brief history of one tenth of us.',
  },
  {
    title: 'The Whale Who Sang Too High',
    by: ['keala-nakamura'],
    shelf: 'science-and-nature',
    topics: ['the-sea', 'music'],
    released: 1,
    minutes: 18,
    someFree: true,
    about:
      'For thirty years hydrophones followed a voice that no other whale seemed to answer. What we heard in it says a good deal about us.',
  },
  {
    title: 'First Snow, Second Language',
    by: ['jean-baptiste-ndiaye'],
    shelf: 'lives-and-memoir',
    topics: ['language', 'journeys'],
    released: 23,
    minutes: 15,
    about:
      'He landed in Montréal in January with sandals and four English verbs. A very funny, very cold memory.',
  },
  {
    title: 'The Physics of Skipping Stones',
    by: ['daniel-shaked'],
    shelf: 'science-and-nature',
    topics: ['the-sea'],
    released: 45,
    minutes: 12,
    about:
      'Twenty degrees, a flick of the wrist, and eighty-eight bounces if you are the world champion. Everything else is friendship and a flat lake.',
  },
  {
    title: 'Ode to the Left Luggage Office',
    by: ['lidia-vorontsova'],
    shelf: 'short-works',
    topics: ['journeys', 'cities'],
    released: 88,
    minutes: 11,
    sale: { price: 0.99, days: [-1, 20] },
    about:
      'For every suitcase there is someone walking lightly through a strange town. A poem in numbered lockers.',
  },
  {
    title: 'Learning to Whistle at Forty',
    by: ['chloe-vandermeulen'],
    shelf: 'mind-and-wellbeing',
    topics: ['courage', 'music'],
    released: 13,
    minutes: 14,
    about:
      'Three months, two mirrors and one long-suffering neighbour. On the particular joy of being bad at something new.',
  },
  {
    title: 'The Potato Vote',
    by: ['maria-jose-quispe'],
    shelf: 'history',
    topics: ['mountains', 'kitchens'],
    released: 51,
    minutes: 21,
    about:
      'Four thousand varieties, one village, and an annual assembly that decides which to plant. Democracy, at altitude and boiled.',
  },
  {
    id: 'the-word-tishreen',
    title: 'تشرين: The Word for October',
    by: ['layla-haddad'],
    shelf: 'short-works',
    topics: ['language', 'letting-go'],
    released: 27,
    minutes: 13,
    about:
      'Arabic has a name for each of the two halves of autumn. An essay on months, exile and the smell of the first rain.',
  },
  {
    title: 'An Hour Is Too Long',
    by: ['chloe-vandermeulen', 'adaeze-nwosu'],
    shelf: 'craft-and-work',
    topics: ['focus', 'friendship'],
    released: 1,
    window: [1, null],
    minutes: 20,
    about:
      'Two colleagues agree never to hold a meeting longer than a pot of tea. A conversation about what happened next.',
  },
];
