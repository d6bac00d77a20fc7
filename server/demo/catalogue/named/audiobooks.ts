import type { SingleDraft } from '../draft.ts';

/** Audiobooks without chapters (content type 1). */
export const AUDIOBOOKS: readonly SingleDraft[] = [
  {
    title: 'The Lighthouse That Moved Inland',
    by: ['rhys-ap-gwilym'],
    shelf: 'fiction',
    topics: ['the-sea', 'letting-go'],
    about:
      'Every night the lighthouse at Pen y Graig wakes a few metres further from the sea. Its keeper, who has nowhere else to go, decides to follow. A novella about moving on before you are ready.',
    released: 8,
    minutes: 42,
  },
  {
    title: 'Ten Thousand Steps before Breakfast',
    by: ['kirra-dawson'],
    shelf: 'mind-and-wellbeing',
    topics: ['walking', 'focus'],
    about:
      'Kirra Dawson walked the same ten thousand steps every morning for a year and wrote down one true thing each time. This is the best of those mornings. Listen on foot.',
    released: 31,
    minutes: 36,
    someFree: true,
  },
  {
    title: 'What the Ferns Knew',
    by: ['ingrid-saether'],
    shelf: 'science-and-nature',
    topics: ['forests'],
    about:
      'Ferns had been folding and unfolding for two hundred million years before the first flower opened. A short natural history of patience, with recordings from the cloud forests where it is still practised.',
    released: 55,
    minutes: 38,
    pdf: true,
  },
  {
    title: 'Dinner for One, Properly',
    by: ['chloe-vandermeulen'],
    shelf: 'food-and-travel',
    topics: ['kitchens', 'calm'],
    about:
      'Set the table. Light the candle. Open the good oil. Chloë Vandermeulen makes the case for cooking well when nobody is coming, in seven suppers and one glorious omelette.',
    released: 18,
    minutes: 33,
    sale: { price: 3.99, days: [-2, 4] },
    pdf: true,
  },
  {
    title: 'A Field Guide to Small Talk',
    by: ['adaeze-nwosu'],
    shelf: 'mind-and-wellbeing',
    topics: ['language', 'friendship'],
    about:
      'Weather, queues, dogs, hats: the humble subjects on which all friendship begins. Adaeze Nwosu studies small talk as others study birdsong, and concludes that it is never small. Try one at the bus stop.',
    released: 44,
    minutes: 35,
  },
  {
    title: 'The Bell Founder of Ohara',
    id: 'the-bell-founder-of-ohara',
    by: ['haruka-morikawa'],
    shelf: 'fiction',
    topics: ['making', 'music'],
    about:
      'A bell must be poured in one breath or not at all. In a mountain workshop near Kyoto, three generations wait for the night on which the bronze is ready. A novella in a single scene.',
    released: 70,
    minutes: 46,
  },
  {
    title: 'Notes from a Slow Train',
    by: ['mateus-figueiroa'],
    shelf: 'food-and-travel',
    topics: ['journeys'],
    about:
      'The stopping service from Porto to Pocinho takes three hours and forty minutes, and Mateus Figueirôa would not have it one minute faster. A journey in seat 14, with sandwiches.',
    released: 25,
    minutes: 40,
  },
  {
    title: 'The Arithmetic of Kindness',
    by: ['meera-kulkarni'],
    shelf: 'mind-and-wellbeing',
    topics: ['friendship', 'family'],
    about:
      'Kindness does not add up: it is the only sum in which what you give away stays in the column. A therapist’s short book of exercises in generosity, tested on difficult relatives.',
    released: 11,
    minutes: 32,
    sale: { price: 4.49, days: [3, 12] },
  },
  {
    title: 'Ash, Oak, Yew',
    by: ['siobhan-odwyer'],
    shelf: 'short-works',
    topics: ['forests', 'language'],
    about:
      'Three long poems for three old trees, read by their author in the wood where they stand. You will hear the wind turn a page.',
    released: 95,
    minutes: 31,
  },
  {
    title: 'The Night Baker',
    by: ['zeynep-gundogdu'],
    shelf: 'lives-and-memoir',
    topics: ['kitchens', 'cities'],
    about:
      'Between two and six each morning, Istanbul belongs to its bakers. Zeynep Gündoğdu took a job at an oven in Kasımpaşa for one winter and learned to read a city by its dough.',
    released: 4,
    minutes: 44,
  },
  {
    id: 'white-nights-on-foot',
    title: 'Белые ночи пешком: White Nights on Foot',
    by: ['lidia-vorontsova'],
    shelf: 'lives-and-memoir',
    topics: ['walking', 'cities'],
    about:
      'In June the sun forgets to set and nobody in the city goes to bed. One walk from bridge to bridge, from eleven at night to five in the morning, with everyone she meets on the way.',
    released: 62,
    minutes: 37,
    free: [-30, -8],
  },
  {
    title: 'How Rivers Think',
    by: ['nguyen-thi-anh'],
    shelf: 'science-and-nature',
    topics: ['journeys', 'language'],
    about:
      'A river has no plan, and yet it always arrives. A hydrologist’s meditation on meanders, floods and the intelligence of water finding its way downhill.',
    released: 36,
    minutes: 39,
    pdf: true,
  },
  {
    title: 'Chess with My Father',
    by: ['lukasz-zurawski'],
    shelf: 'lives-and-memoir',
    topics: ['family', 'letting-go'],
    about:
      'Forty years of Sundays, one board, and a score that was never written down. When his father begins to forget the rules, Łukasz Żurawski learns a different game.',
    released: 15,
    minutes: 41,
  },
  {
    title: 'The Astronomer Is Out',
    by: ['daniel-shaked'],
    shelf: 'fiction',
    topics: ['night-sky', 'friendship'],
    about:
      'A note on the observatory door says that he will be back in five minutes. It has been eleven years. A comic novella about the people who keep waiting, and what they see in the meantime.',
    released: 80,
    minutes: 34,
  },
  {
    title: 'Saturday’s Market',
    by: ['jean-baptiste-ndiaye'],
    shelf: 'food-and-travel',
    topics: ['kitchens', 'friendship'],
    about:
      'One market square in Saint-Louis, one Saturday, from the first crate to the last sweep of the broom. Told by nine sellers, a pickpocket and a goat.',
    released: 5,
    window: [5, 120],
    minutes: 36,
  },
  {
    id: 'the-olive-year',
    title: 'Η χρονιά της ελιάς: The Olive Year',
    by: ['nefeli-dimitriou'],
    shelf: 'food-and-travel',
    topics: ['family', 'forests'],
    about:
      'Νεφέλη Δημητρίου leaves Athens with a spreadsheet and inherits three hundred trees that do not care. Pruning, praying, pressing: a year in the Peloponnese, measured in litres.',
    released: 50,
    minutes: 45,
    sale: { price: 5.99, days: [-5, 9] },
  },
  {
    title: 'A Short Book about Long Distances',
    by: ['theo-lachance', 'kirra-dawson'],
    shelf: 'craft-and-work',
    topics: ['courage', 'walking'],
    about:
      'Two ultrarunners, one Canadian and one Australian, send each other voice notes from opposite winters. They speak of pain, porridge and why anyone would. You need not run to need this.',
    released: 29,
    minutes: 43,
  },
  {
    title: 'The Ferry Timetable',
    by: ['tomas-ibarrondo'],
    shelf: 'fiction',
    topics: ['the-sea'],
    about:
      'On an estuary with eleven crossings a day, someone has been leaving notes in the lost-property box. A love story in departures and arrivals, and in one cancelled sailing.',
    released: 200,
    window: [-200, -1],
    minutes: 38,
  },
];
