import type { PodcastDraft } from '../draft.ts';
import { BIRD_EPISODES } from './episodes/birds.ts';
import { WORD_EPISODES } from './episodes/words.ts';

/** Podcasts with their episodes (content types 3 and 4). */
export const PODCASTS: readonly PodcastDraft[] = [
  {
    title: 'A Word a Day',
    by: ['adaeze-nwosu', 'daniel-shaked'],
    shelf: 'short-works',
    topics: ['language'],
    released: 1,
    every: 1,
    minutes: [8, 11],
    someFree: true,
    about:
      'Every weekday, one word and everything it has been through. Adaeze Nwosu and Daniel Shaked follow the trail through dictionaries, ports, kitchens and courtrooms. Short enough for one coffee.',
    episodes: WORD_EPISODES,
  },
  {
    title: 'One Bird',
    by: ['wanjiru-mathenge'],
    shelf: 'science-and-nature',
    topics: ['forests', 'music'],
    released: 3,
    every: 7,
    minutes: [12, 17],
    about:
      'A quarter of an hour a week with a single bird. Ornithologist Wanjirũ Mathenge goes where it lives, listens for as long as it takes, and comes back with a story.',
    episodes: BIRD_EPISODES,
  },
  {
    title: 'The Second Draft',
    by: ['theo-lachance'],
    shelf: 'craft-and-work',
    topics: ['making', 'courage'],
    released: 6,
    every: 14,
    minutes: [22, 30],
    about:
      'Writers, potters, cooks and engineers talk about the version nobody saw. Each guest brings one failure and puts it on the table.',
    episodes: [
      {
        title: 'The Bridge That Hummed',
        about:
          'A structural engineer on the footbridge that made a note, and the night she found out which one.',
      },
      {
        title: 'Nine Endings',
        about:
          'A novelist reads the eight last chapters that were cut, and explains why the ninth is the shortest.',
      },
      {
        title: 'Cracked in the Kiln',
        about:
          'Forty bowls went in and three came out. A potter on heat, grief and what she did with the shards.',
      },
      { title: 'The Soup That Won', about: 'A chef remembers the dish that lost every competition but one.' },
      {
        title: 'Typeface for a Railway',
        about: 'How the letter R held up three hundred stations for a year.',
      },
      {
        title: 'The Cello with a Patch',
        about: 'A luthier opens an instrument and finds an earlier mistake, mended better than he could.',
      },
      {
        title: 'Version Zero',
        about:
          'The programmer of a much-loved game plays the prototype in public for the first time. It lasts four minutes.',
      },
      {
        title: 'The Garden Plan, Ignored',
        about: 'A landscape architect returns after ten years to see where people actually walk.',
      },
      {
        title: 'A Dance with the Wrong Foot',
        about: 'A choreographer keeps the slip that happened on opening night.',
      },
      { title: 'Translating the Joke', about: 'One pun, six languages, and a translator close to tears.' },
    ],
  },
  {
    title: 'Dead Reckoning',
    by: ['tomas-ibarrondo', 'rhys-ap-gwilym'],
    shelf: 'history',
    topics: ['the-sea', 'journeys'],
    released: 10,
    every: 7,
    minutes: [18, 26],
    someFree: true,
    about:
      'Two historians, one chart and a voyage that went wrong. Each season sails a single sea; this one is the North Atlantic, in small ships and bad weather.',
    episodes: [
      {
        title: 'Leaving Harbour',
        about: 'Why the most dangerous mile is the first, and what sailors did about it.',
      },
      {
        title: 'The Cod Fleet',
        about:
          'Eight hundred boats follow a fish across an ocean, and find a continent that was no news to the people who lived there.',
      },
      { title: 'The Navigator’s Cat', about: 'An inventory of who was actually aboard, by weight.' },
      { title: 'Ice Blink', about: 'A brightness on the horizon, and the captain who read it correctly.' },
      {
        title: 'The Longitude of Mrs Pell',
        about: 'A chandler’s widow, a good clock, and a letter that the Admiralty mislaid.',
        window: [-40, -2],
      },
      { title: 'Mutiny, with Minutes', about: 'A rebellion that kept excellent records.' },
      { title: 'Driftwood', about: 'What washes up in Iceland, and how it got there.' },
      { title: 'The Cable', about: 'Two thousand miles of copper, laid twice, working once.' },
      { title: 'Landfall', about: 'Birds, smells, the colour of the water: how you know before you see it.' },
    ],
  },
  {
    title: 'Table for Strangers',
    by: ['zeynep-gundogdu', 'jean-baptiste-ndiaye'],
    shelf: 'food-and-travel',
    topics: ['kitchens', 'friendship'],
    released: 2,
    every: 7,
    minutes: [20, 28],
    about:
      'Two people who have never met cook each other the dish they miss most. The conversation does the rest.',
    episodes: [
      {
        title: 'Thieboudienne and Tarhana',
        about: 'A bus driver from Dakar, a tailor from Konya, and one very small kitchen in Lyon.',
      },
      {
        title: 'The Dumpling Negotiation',
        about: 'Pierogi or mandu? Two grandmothers, one board of dough and no common language.',
      },
      {
        title: 'Burnt Rice',
        about: 'Why the bottom of the pot is fought over from Tehran to Santo Domingo.',
      },
      {
        title: 'Breakfast at Midnight',
        about: 'A night nurse and a baker compare the first meal of their days.',
      },
      {
        title: 'The Vegan and the Shepherd',
        about: 'Neither of them changes their mind. Both of them have seconds.',
      },
      { title: 'Soup for the Bereaved', about: 'What we bring when there is nothing to say.' },
      { title: 'Hot, Hotter, Hospital', about: 'A friendly contest that got a little out of hand.' },
      { title: 'Leftovers', about: 'The best of the season, reheated.' },
    ],
  },
  {
    title: 'Field Notes from the Night Sky',
    by: ['daniel-shaked'],
    shelf: 'science-and-nature',
    topics: ['night-sky'],
    released: 4,
    every: 30,
    minutes: [14, 20],
    someFree: true,
    about:
      'What is up there this month, and how to find it without a telescope. Astronomer Daniel Shaked answers one listener’s question under an actual sky.',
    episodes: [
      { title: 'The Winter Hexagon', about: 'Six bright stars and the warm drink that you will need.' },
      { title: 'How Dark Is Dark?', about: 'A listener in a city asks what is left. More than you think.' },
      {
        title: 'Earthshine',
        about: 'The old moon in the new moon’s arms, explained with a torch and an orange.',
      },
      { title: 'Why Do Stars Twinkle, and Planets Not?', about: 'A short lesson in air.' },
      { title: 'The Messenger of May', about: 'A comet, a calendar and a false alarm.' },
      { title: 'Midsummer Glow', about: 'Clouds at the edge of space, seen from a beach in Jutland.' },
      { title: 'Perseids with Children', about: 'Blankets, counting, and how to stay up.' },
      {
        title: 'A Question about Nothing',
        about: 'What is between the stars, and is it cold?',
        window: [1, 90],
      },
    ],
  },
  {
    title: 'Bedtime for Grown-Ups',
    by: ['siobhan-odwyer', 'thordis-einarsdottir'],
    shelf: 'sleep',
    topics: ['better-sleep'],
    released: 5,
    every: 7,
    minutes: [20, 30],
    about:
      'Long, kind stories in which hardly anything happens. If you hear the end of one, we have failed. New every Sunday.',
    episodes: [
      { title: 'The Canal Boat Moves One Mile', about: 'Three locks, two swans, no hurry.' },
      { title: 'A Catalogue of Wool', about: 'The merino, the Shetland, the Icelandic, and so softly on.' },
      { title: 'The Post Office at Closing Time', about: 'Every parcel weighed, stamped and wished well.' },
      { title: 'Inventory of a Hat Shop', about: 'From the top shelf to the bottom, brim by brim.' },
      {
        title: 'The Night Train to Nowhere Particular',
        about: 'A compartment, a blanket and a timetable with no numbers.',
      },
      {
        title: 'Alphabetising the Spices',
        about: 'Allspice, anise, basil, bay. You will not reach turmeric.',
      },
      { title: 'The Lake, the Boat, the Other Lake', about: 'A geography lesson that gets quieter.' },
      { title: 'Snow Falls on a Town We Know Well', about: 'Roof by roof, until the lamps go out.' },
      { title: 'The Gardener Puts the Garden to Bed', about: 'Straw, sacking, twine, goodnight.' },
      { title: 'A Very Long Platform', about: 'We walk to the end of it.' },
      { title: 'The Orchard, Counted', about: 'Forty rows of apples and one sleepy dog.' },
      {
        title: 'Minutes of the Village Hall Committee',
        about: 'Apologies were received. Nothing was decided.',
      },
    ],
  },
  {
    id: 'salon-of-small-sounds',
    title: '작은 소리의 방: Salon of Small Sounds',
    by: ['park-seoyeon', 'haruka-morikawa'],
    shelf: 'mind-and-wellbeing',
    topics: ['music', 'calm'],
    released: 8,
    every: 10,
    minutes: [9, 14],
    free: 'always',
    someFree: true,
    about:
      'Two friends in Seoul and Kyoto post each other one sound a week: a bicycle bell, a rice cooker, a stairwell. Headphones recommended.',
    episodes: [
      { title: 'Stairwell in B Flat', about: 'Somebody is humming on the fourth floor.' },
      { title: 'Rice Cooker, 6.40 a.m.', about: 'The song it plays, and who wrote it.' },
      { title: 'Umbrellas, Closing', about: 'The entrance of a library in the rainy season.' },
      { title: 'The Last Cassette Shop', about: 'Hiss, click, a door.' },
      { title: 'Brushing a Horse', about: 'Forty strokes on the left side.' },
      { title: 'Pencils in an Exam Hall', about: 'Six hundred people thinking.' },
      { title: 'Snow, Shovelled', about: 'A street in Aomori wakes before it wants to.' },
    ],
  },
  {
    title: 'What We Told the Children',
    by: ['meera-kulkarni', 'amara-okonkwo-bell'],
    shelf: 'mind-and-wellbeing',
    topics: ['family', 'courage'],
    released: 400,
    every: 7,
    minutes: [18, 25],
    window: [-400, -30],
    about:
      'Two psychologists on the hard conversations: moving house, money, divorce, death, the hamster. A finished series.',
    episodes: [
      { title: 'We Are Moving', about: 'Boxes, maps and a last look at the room.' },
      { title: 'Grandad Is Ill', about: 'How much to say, and when to stop.' },
      { title: 'The Hamster', about: 'On small funerals and true words.' },
      { title: 'Money Is Tight', about: 'Honesty without fear, with a jar of coins.' },
      { title: 'Two Homes', about: 'A calendar, two toothbrushes, one story.' },
      { title: 'I Was Wrong', about: 'The most useful sentence that a parent owns.' },
    ],
  },
];
