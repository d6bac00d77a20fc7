import type { PartDraft } from '../../draft.ts';

// One line a word, so that the whole dictionary can be read, and checked, at a glance.
const GLOSSES = `
Petrichor — the smell of rain on dry ground, and the two chemists who bottled it
Threshold — whether anybody ever really threshed anything there
Saudade — a longing that Portuguese guards jealously, and what its neighbours call the same ache
Window — the wind's eye, and the languages that preferred a hole for light
Salary — the Roman soldier, his salt, and why the famous story is mostly wrong
Hygge — how a word for comfort became a word for candles
Nice — seven hundred years from “ignorant” to “pleasant”
Komorebi — light through leaves, and why one language took the trouble
Clue — a ball of thread that led out of a labyrinth
Muscle — the little mouse that runs under the skin of the arm
Disaster — the fault in our stars, literally
Fika — coffee, backwards, with buns
Journal — a day, a day's work, and a day's page
Companion — the person with whom you share bread
Sincere — the wax that was never in the marble
Goodbye — a blessing that was worn smooth
Alphabet — the ox and the house
Tsundoku — the pile beside the bed, and its defenders
Quarantine — forty days in a Venetian lagoon
Silly — how the blessed became the daft
Ubuntu — I am because we are, and what that asks of us
Candidate — the man in the whitened toga
Lunch — a lump of something, eaten standing up
Dapper — brave in Dutch, well dressed in English
Wanderlust — what German meant, and what we packed
Orange — which came first, and how it lost its n
Hazard — a game of dice that became a danger
Meraki — leaving a piece of yourself in the work
Umbrella — a little shadow carried in the rain
Deadline — a line in the dirt that was exactly that
Serendipity — three princes and a letter from 1754
Ampersand — the twenty-seventh letter and its schoolroom name
Lagom — not too much, not too little, not quite untranslatable
Robot — a play in Prague, and two brothers at breakfast
Tulip — the turban in the garden
Flâneur — the art of walking with nowhere to go
Sandwich — a card game, an earl and a great deal of doubt
Zenith — a copyist's slip that we still look up to
Gossip — godparents with news
Mamihlapinatapai — the look that two people share when neither will begin
Avocado — what the Nahuatl word does not mean
Focus — the hearth at the centre of the room
Kintsugi — the golden seam
Barbecue — a raised frame of sticks, from the Caribbean to the back garden
Rival — the people across the stream
Hiraeth — homesickness for somewhere that may not have been
Ketchup — a fish sauce goes travelling
Escape — leaving your cape in their hands
Panic — noon, a hillside, and a god with hooves
Forelsket — the first weeks of love, in Norwegian
Vaccine — the cow in the surgery
Dandelion — the lion's tooth on the lawn
Pundit — a scholar demoted
Lethologica — the name for not finding the name
Bungalow — a house in the Bengal style
Whisky — water of life, with or without the e
Curfew — cover the fire
Juggernaut — a chariot in Puri, a lorry in Kent
Trivial — the place where three roads meet
Gökotta — getting up early to hear the first birds
Boycott — the loneliest landlord in Mayo
Cappuccino — a friar's hood, with foam
Malaria — the bad air that was blamed
Sisu — grit, with snow on it
Checkmate — the king is helpless
Pyjamas — leg garments, by way of Hindustan
Nostalgia — a soldier's illness, with a date of birth
Jazz — the word that arrived before the music
Dépaysement — being a stranger, and rather enjoying it
Shampoo — a massage before it was a bottle
Tattoo — two words that never met until they did
Cynic — the dog philosophers
Abbiocco — the sleep that follows lunch
Tycoon — a great lord, mislaid in translation
Mausoleum — the tomb of Mausolus, and his sister
Kiosk — a pavilion that came down in the world
Gymnasium — exercising, as the Greeks did, in nothing
Iktsuarpok — going outside to see whether anyone is coming
Safari — a journey, simply
Paradise — a walled garden in Persia
Blackmail — rent, paid in the wrong coin
Geyser — the one that all the others are named for
Culprit — a clerk's abbreviation that became a crime
Torschlusspanik — the gate is closing
Amok — a Malay word that ran away
Denim — cloth from Nîmes, trousers from Genoa
Mondegreen — the lady who was never in the ballad
Algorithm — a man from Khwarazm
Uitwaaien — going out to be blown clean
Volcano — a blacksmith under the mountain
Dinghy — a river boat in Bengal
Mentor — the friend that a goddess pretended to be
Cwtch — a cupboard and a cuddle
Magazine — a storehouse, of powder and of paper
Aftermath — the second mowing
Sauna — the only Finnish word that everyone knows
Hurricane — a storm god on the coast of Yucatán
Yakamoz — moonlight on the water, and the fish that make it
Assassin — a legend with very poor sources
Grammar — the glamour in it
Tundra — the treeless hill
Chocolate — bitter water, or possibly not
Slogan — a battle cry from the glen
Ikigai — the reason to get up, before it was a diagram
Coconut — a grinning face on the beach
Quiz — a bet in Dublin that nobody can prove
Admiral — the commander of the… what?
Lullaby — two syllables that every language invented
Jugaad — fixing it with what there is
Anthology — a gathering of flowers
Moped — motor, pedals, and a meeting in the middle
Vampire — a word that crossed a river at night
Gezellig — a room, the people in it, and the rain outside
Stoic — named after a porch
Penguin — a white head, on the wrong bird
Schmooze — from gossip, by way of news
Emoji — nothing to do with emotion
Kayak — a hunter's boat, the same in both directions
Bureau — a cloth, a desk, a department
Sobremesa — staying at the table
Parasol — against the sun, unlike its cousin
Guru — heavy, in the best sense
Tabby — a quarter of Baghdad, on the sofa
Gung-ho — working together, once
Mañana — tomorrow, which is not what it means
Crayfish — no fish, no cray
Almanac — perhaps a climate, perhaps a camel's rest
Waldeinsamkeit — alone among trees, and glad of it
Bluetooth — a Danish king who got people talking
Yonder — the most distant of three
Finale — how words end, and who decides
`;

/** The episodes of “A Word a Day”, oldest first. */
export const WORD_EPISODES: readonly PartDraft[] = GLOSSES.trim()
  .split('\n')
  .map((line) => {
    const [word = '', gloss = ''] = line.split(' — ');
    return {
      title: word,
      about: `Today’s word: ${gloss}. Where it comes from, who carried it and what it has seen on the way.`,
    };
  });
