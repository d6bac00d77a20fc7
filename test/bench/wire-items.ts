/** Titles as a provider sends them, with every field set. One in five has ten chapters. */
export const wireItems = (count: number): readonly Readonly<Record<string, unknown>>[] =>
  Array.from({ length: count }, (_, number) => ({
    id: `title-${number}`,
    content_id: null,
    title: `The Ferry Timetable, Part ${number}`,
    description: 'Two sisters keep the last boat of a winter island running, one letter at a time. '.repeat(
      4,
    ),
    img_url: `/media/covers/title-${number}.svg`,
    content_type: number % 5 === 0 ? 2 : 1,
    run_time: 600 + number,
    chapter_info: number % 5 === 0 ? chapters(number) : [],
    tracks: [],
    author_info: [
      { id: 'ines-odum', name: 'Ines Odum' },
      { id: `author-${number % 40}`, name: `Wren Okafor ${number % 40}` },
    ],
    category_info: [{ id: 'fiction', name: 'Fiction' }],
    topic_info: [
      { id: 'the-sea', name: 'The Sea' },
      { id: 'family', name: 'Family' },
    ],
    listen_free_start: '2026-01-01T00:00:00Z',
    listen_free_end: '2026-02-01T00:00:00Z',
    listen_free: false,
    has_listen_free_content: number % 3 === 0,
    valid_from: '2025-01-01T00:00:00Z',
    valid_till: null,
    is_purchased: false,
    is_favorite: number % 7 === 0,
    discount_price: 4.99,
    discount_start: '2026-01-01T00:00:00Z',
    discount_end: '2026-03-01T00:00:00Z',
    index: number + 1,
    day_number: null,
    url: `/media/audio/title-${number}.mp3`,
    pdf_url: null,
    is_valid: true,
  }));

const chapters = (number: number): readonly Readonly<Record<string, unknown>>[] =>
  Array.from({ length: 10 }, (_, at) => ({
    chapter_title: `Chapter ${at + 1}`,
    chapter_url: `/media/audio/title-${number}-${at + 1}.mp3`,
    chapter_index: at + 1,
    chapter_run_time: 300 + at,
  }));
