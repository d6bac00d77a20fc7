import type { PartDraft } from '../../draft.ts';

const NOTES = `
The Wren — a voice ten times the size of its owner
The Swift — ten months without landing
The Barn Owl — a face built for hearing
The Hoopoe — a crown, a smell and a long list of legends
The Arctic Tern — two summers a year
The House Sparrow — the neighbour we stopped noticing
The Grey Crowned Crane — a dance for two and a marsh for everyone
The Kingfisher — the blue that is not there
The Raven — play, planning and a grudge
The Robin — a friend of gardeners and a terror to robins
The Bar-Tailed Godwit — eleven days over open water
The Nightingale — singing in the dark, and being late for it
The White Stork — an arrow through the neck, and the end of a myth
The Superb Lyrebird — camera, chainsaw, kookaburra
The Common Cuckoo — a perfect mother, in other people's nests
The Andean Condor — a hundred miles without a wingbeat
The Dipper — walking under the river
The Starling — how ten thousand turn at once
The Emperor Penguin — the huddle as a heat engine
The Skylark — a song that goes up with the singer
The Kākāpō — every one of them has a name
The Heron — standing still as a profession
The Hooded Crow — walnuts, traffic lights and green
The Bee Hummingbird — a heart at a thousand to the minute
The Curlew — the sound of evening, growing rarer
The Honeyguide — a wild bird that calls a man by whistling
The Snowy Owl — white on white
The Blackbird — the first voice, an hour before light
The Secretary Bird — a kick worth five times its weight
The Puffin — the clown who can fly underwater
The Goldcrest — five grams across the North Sea
The Cassowary — the gardener with the dagger
The Swallow — four nests, one barn, ninety years
The Great Bittern — a foghorn in the reeds
The Sociable Weaver — a block of flats, a century old
The Albatross — sixty years, one partner, two oceans
The Magpie — the bird in the mirror
The Nightjar — a bird that is mostly bark
The Flamingo — you are what you eat
The Jay — five thousand acorns and where they are
The Peregrine — from the cliff to the cathedral
The Oilbird — finding the way home by clicks
The Woodcock — eyes at the back of the head
The Sandgrouse — carrying water in feathers
The Chough — back on the Cornish cliffs
The Pied Wagtail — five hundred on one warm roof
The Steller's Jay — a thief with impressions
The Red-Crowned Crane — bowing on the snow of Hokkaidō
The Long-Tailed Tit — a nest of lichen and spider silk
The Osprey — the loch, the wire and the volunteers
The Turtle Dove — the summer that has almost gone quiet
The Ptarmigan — three coats a year
The Lammergeier — eating what nobody else can
The Tailorbird — a leaf, a beak, a row of stitches
The Gannet — thirty metres, straight down
The Rook — a parliament and its procedures
The Quetzal — green as a rumour
The Waxwing — drunk on rowan in a car park
The Kiwi — an egg a fifth of its mother
The Next Bird — an episode about the one outside your window
`;

/** The episodes of “One Bird”, oldest first. */
export const BIRD_EPISODES: readonly PartDraft[] = NOTES.trim()
  .split('\n')
  .map((line) => {
    const [bird = '', note = ''] = line.split(' — ');
    return {
      title: bird,
      about: `One bird, one voice, a quarter of an hour: ${note}. Recorded in the field, with the patience that takes.`,
    };
  });
