// Recorded by test/server/api/examples.test.ts.
export const RECORDED: unknown = {
  calls: {
    'POST /user/forgot_password': {
      body: {
        email: 'annual@listener.test',
      },
      answer: {
        ok: true,
      },
    },
    'POST /user/login_attempts': {
      body: {
        email: 'annual@listener.test',
        success: true,
      },
      answer: {
        ok: true,
      },
    },
    'POST /user/create_account': {
      body: {
        email: 'buyer@listener.test',
        full_name: 'Beatrix Hallström',
      },
      answer: {
        id: '5e8ed050-b705-4e39-bd7d-3c9a41d8e892',
        full_name: 'Beatrix Hallström',
        email: 'buyer@listener.test',
        can_export: true,
        billing_pages: 'https://provider.example/billing',
        payment_details: null,
      },
    },
    'POST /user/change_password': {
      body: {},
      answer: {
        ok: true,
      },
    },
    'POST /user/billing_code': {
      body: {},
      answer: {
        code: 'YDHxjaR5ZGO4zIADFFgyqSXTDcPRKpoBys0nVTT4zXK9FykEQm4CzXSfoQUrEHzq',
      },
    },
    'PUT /user': {
      body: {
        full_name: 'Beatrix Hallström',
      },
      answer: {
        id: '5e8ed050-b705-4e39-bd7d-3c9a41d8e892',
        full_name: 'Beatrix Hallström',
        email: 'buyer@listener.test',
        can_export: true,
        billing_pages: 'https://provider.example/billing',
        payment_details: null,
      },
    },
    'POST /favorites/content': {
      body: {
        content_id: 'a-word-a-day',
        is_favorite: true,
      },
      answer: {
        content_id: 'a-word-a-day',
        is_favorite: true,
      },
    },
    'POST /favorites/authors': {
      body: {
        author_id: 'siobhan-odwyer',
        is_favorite: true,
      },
      answer: {
        author_id: 'siobhan-odwyer',
        is_favorite: true,
      },
    },
    'POST /user/content': {
      body: [
        {
          id: 'the-tide-library',
          playback_speed: 1.2,
          content_type: 2,
          chapter_index: 2,
          chapter_position: 61000,
        },
      ],
      answer: {
        ok: true,
      },
    },
    'POST /audio/reporting': {
      body: [
        {
          content_id: 'the-tide-library',
          duration: 61000,
        },
      ],
      answer: {
        ok: true,
      },
    },
    'GET /audio/tokenize': {
      parameters: {
        url: '/media/audio/the-tide-library-1.mp3',
      },
      answer: {
        tokenized_url:
          '/media/audio/the-tide-library-1.mp3?listener=5e8ed050-b705-4e39-bd7d-3c9a41d8e892&expires=1795512238&signature=example',
      },
    },
    'GET /browse': {
      answer: {
        new_releases: [
          {
            id: 'a-word-a-day',
            content_id: null,
            title: 'A Word a Day',
            img_url: '/media/covers/item-a-word-a-day.svg',
            content_type: 3,
            run_time: 75352,
            chapter_info: [],
            author_info: [
              {
                id: 'adaeze-nwosu',
                name: 'Adaeze Nwosu',
              },
            ],
            category_info: [
              {
                id: 'short-works',
                name: 'Poetry & Short Works',
              },
            ],
            topic_info: [
              {
                id: 'language',
                name: 'Words & Language',
              },
            ],
            listen_free_start: null,
            listen_free_end: null,
            listen_free: false,
            has_listen_free_content: true,
            valid_from: null,
            valid_till: null,
            discount_price: null,
            discount_start: null,
            discount_end: null,
            description:
              'Every weekday, one word and everything it has been through. Adaeze Nwosu and Daniel Shaked follow the trail through dictionaries, ports, kitchens and courtrooms. Short enough for one coffee.',
            index: null,
            day_number: null,
            url: null,
            pdf_url: null,
            tracks: [],
            is_purchased: false,
            is_favorite: true,
          },
        ],
        discounts: [
          {
            id: 'the-last-lamplighter-of-porto',
            content_id: null,
            title: 'The Last Lamplighter of Porto',
            img_url: '/media/covers/item-the-last-lamplighter-of-porto.svg',
            content_type: 2,
            run_time: 2679,
            chapter_info: [
              {
                chapter_title: 'One Street',
                chapter_url: '/media/audio/the-last-lamplighter-of-porto-1.mp3',
                chapter_index: 1,
                chapter_run_time: 279,
              },
            ],
            author_info: [
              {
                id: 'mateus-figueiroa',
                name: 'Mateus Figueirôa',
              },
            ],
            category_info: [
              {
                id: 'fiction',
                name: 'Fiction',
              },
            ],
            topic_info: [
              {
                id: 'cities',
                name: 'Cities',
              },
            ],
            listen_free_start: null,
            listen_free_end: null,
            listen_free: false,
            has_listen_free_content: false,
            valid_from: null,
            valid_till: null,
            discount_price: 6.99,
            discount_start: '2026-11-23T09:13:56.256Z',
            discount_end: '2026-11-26T09:13:56.256Z',
            description:
              'When the city switches to electric light, Anselmo is allowed to keep one street. He lights it every evening for thirty years, and one by one the ghosts of Porto come to warm their hands. A fable for adults, with fog.',
            index: null,
            day_number: null,
            url: null,
            pdf_url: null,
            tracks: [],
            is_purchased: false,
            is_favorite: false,
          },
        ],
        trending: [
          {
            id: 'the-clockmakers-apprentice-learns-to-wait',
            content_id: null,
            title: "The Clockmaker's Apprentice Learns to Wait",
            img_url: '/media/covers/item-the-clockmakers-apprentice-learns-to-wait.svg',
            content_type: 2,
            run_time: 2149,
            chapter_info: [
              {
                chapter_title: 'Mainspring',
                chapter_url: '/media/audio/the-clockmakers-apprentice-learns-to-wait-1.mp3',
                chapter_index: 1,
                chapter_run_time: 297,
              },
            ],
            author_info: [
              {
                id: 'lukasz-zurawski',
                name: 'Łukasz Żurawski',
              },
            ],
            category_info: [
              {
                id: 'fiction',
                name: 'Fiction',
              },
            ],
            topic_info: [
              {
                id: 'making',
                name: 'Making Things',
              },
            ],
            listen_free_start: null,
            listen_free_end: null,
            listen_free: false,
            has_listen_free_content: false,
            valid_from: null,
            valid_till: null,
            discount_price: 5.49,
            discount_start: '2026-11-04T09:13:56.256Z',
            discount_end: '2026-11-18T09:13:56.256Z',
            description:
              'Kraków, 1911. A boy who cannot sit still is sent to a clockmaker who hardly ever moves. Over one winter they build a clock that strikes only when nobody is listening. A short novel about patience, craft and the sound of a good mechanism.',
            index: null,
            day_number: null,
            url: null,
            pdf_url: null,
            tracks: [],
            is_purchased: true,
            is_favorite: false,
          },
        ],
        curated_collections: [
          {
            id: 'learn-to-sleep-again',
            content_id: null,
            title: 'Learn to Sleep Again: A Fourteen-Night Programme',
            img_url: '/media/covers/item-learn-to-sleep-again.svg',
            content_type: 5,
            run_time: 11957,
            chapter_info: [],
            author_info: [
              {
                id: 'thordis-einarsdottir',
                name: 'Þórdís Einarsdóttir',
              },
            ],
            category_info: [
              {
                id: 'sleep',
                name: 'Sleep',
              },
            ],
            topic_info: [
              {
                id: 'better-sleep',
                name: 'Better Sleep',
              },
            ],
            listen_free_start: null,
            listen_free_end: null,
            listen_free: false,
            has_listen_free_content: false,
            valid_from: null,
            valid_till: null,
            discount_price: null,
            discount_start: null,
            discount_end: null,
            description:
              'An evening talk and a night practice for each of seven steps, twice over. Built on what sleep clinics really do, in a voice that you will not mind at midnight.',
            index: null,
            day_number: null,
            url: null,
            pdf_url: '/media/pdf/learn-to-sleep-again.pdf',
            tracks: [
              {
                id: 'learn-to-sleep-again-t1',
                content_id: 'learn-to-sleep-again',
                title: 'Step One: The Diary',
                img_url: '/media/covers/item-learn-to-sleep-again.svg',
                content_type: 6,
                run_time: 766,
                author_info: [
                  {
                    id: 'thordis-einarsdottir',
                    name: 'Þórdís Einarsdóttir',
                  },
                ],
                description: 'What to write down, and what to leave out.',
                index: 1,
                day_number: 1,
                url: '/media/audio/learn-to-sleep-again-t1.mp3',
                listen_free: false,
                valid_from: null,
                valid_till: null,
                is_purchased: true,
                is_favorite: false,
              },
            ],
            is_purchased: true,
            is_favorite: false,
          },
        ],
        categories: [
          {
            id: 'fiction',
            name: 'Fiction',
            img_url: '/media/covers/category-fiction.svg',
          },
        ],
        authors: [
          {
            id: 'amara-okonkwo-bell',
            name: 'Amara Okonkwo-Bell',
            img_url: '/media/covers/author-amara-okonkwo-bell.svg',
          },
        ],
        quick_listens: [
          {
            id: 'a-beginners-guide-to-fog',
            content_id: null,
            title: 'A Beginner’s Guide to Fog',
            img_url: '/media/covers/item-a-beginners-guide-to-fog.svg',
            content_type: 1,
            run_time: 740,
            chapter_info: [],
            author_info: [
              {
                id: 'rhys-ap-gwilym',
                name: 'Rhys ap Gwilym',
              },
            ],
            category_info: [
              {
                id: 'science-and-nature',
                name: 'Science & Nature',
              },
            ],
            topic_info: [
              {
                id: 'walking',
                name: 'Walking',
              },
            ],
            listen_free_start: null,
            listen_free_end: null,
            listen_free: false,
            has_listen_free_content: false,
            valid_from: null,
            valid_till: null,
            discount_price: null,
            discount_start: null,
            discount_end: null,
            description:
              'Radiation, advection, valley, sea: there are more fogs than you think, and Rhys has been lost in all of them. Bring a whistle.',
            index: null,
            day_number: null,
            url: '/media/audio/a-beginners-guide-to-fog.mp3',
            pdf_url: null,
            tracks: [],
            is_purchased: false,
            is_favorite: false,
          },
        ],
      },
    },
    'GET /content/{id}': {
      parameters: {
        id: 'the-tide-library',
      },
      answer: {
        id: 'the-tide-library',
        content_id: null,
        title: 'The Tide Library',
        img_url: '/media/covers/item-the-tide-library.svg',
        content_type: 2,
        run_time: 2443,
        chapter_info: [
          {
            chapter_title: 'Low Water',
            chapter_url: '/media/audio/the-tide-library-1.mp3',
            chapter_index: 1,
            chapter_run_time: 229,
          },
        ],
        author_info: [
          {
            id: 'siobhan-odwyer',
            name: "Siobhán O'Dwyer",
          },
        ],
        category_info: [
          {
            id: 'fiction',
            name: 'Fiction',
          },
        ],
        topic_info: [
          {
            id: 'the-sea',
            name: 'The Sea',
          },
        ],
        listen_free_start: null,
        listen_free_end: null,
        listen_free: false,
        has_listen_free_content: true,
        valid_from: null,
        valid_till: null,
        discount_price: null,
        discount_start: null,
        discount_end: null,
        description:
          'On an island off the west of Ireland, a library opens only at low tide. When Nuala inherits the key from an aunt she never met, she finds that every book has been annotated by someone who was lost at sea. A novel about inheritance, weather and the things we leave in margins.',
        index: null,
        day_number: null,
        url: null,
        pdf_url: '/media/pdf/the-tide-library.pdf',
        tracks: [],
        is_purchased: false,
        is_favorite: true,
        progress: {
          position: 61000,
          chapter_index: 2,
        },
      },
    },
    'GET /content': {
      parameters: {
        cid: 'fiction',
        tid: 'the-sea',
        limit: '15',
        next_page: '1',
      },
      also: {
        random: '1',
      },
      answer: {
        results: [
          {
            id: 'the-ferry-timetable',
            content_id: null,
            title: 'The Ferry Timetable',
            img_url: '/media/covers/item-the-ferry-timetable.svg',
            content_type: 1,
            run_time: 2240,
            chapter_info: [],
            author_info: [
              {
                id: 'tomas-ibarrondo',
                name: 'Tomás Ibarrondo',
              },
            ],
            category_info: [
              {
                id: 'fiction',
                name: 'Fiction',
              },
            ],
            topic_info: [
              {
                id: 'the-sea',
                name: 'The Sea',
              },
            ],
            listen_free_start: null,
            listen_free_end: null,
            listen_free: false,
            has_listen_free_content: false,
            valid_from: '2026-05-08T09:13:56.256Z',
            valid_till: '2026-11-23T09:13:56.256Z',
            discount_price: null,
            discount_start: null,
            discount_end: null,
            description:
              'On an estuary with eleven crossings a day, someone has been leaving notes in the lost-property box. A love story in departures and arrivals, and in one cancelled sailing.',
            index: null,
            day_number: null,
            url: '/media/audio/the-ferry-timetable.mp3',
            pdf_url: null,
            tracks: [],
            is_purchased: true,
            is_favorite: false,
          },
        ],
        next_page_key: null,
      },
    },
    'GET /favorites/content': {
      parameters: {
        podcast: '1',
        limit: '15',
        next_page: '1',
      },
      answer: {
        results: [
          {
            id: 'a-word-a-day',
            content_id: null,
            title: 'A Word a Day',
            img_url: '/media/covers/item-a-word-a-day.svg',
            content_type: 3,
            run_time: 75352,
            chapter_info: [],
            author_info: [
              {
                id: 'adaeze-nwosu',
                name: 'Adaeze Nwosu',
              },
            ],
            category_info: [
              {
                id: 'short-works',
                name: 'Poetry & Short Works',
              },
            ],
            topic_info: [
              {
                id: 'language',
                name: 'Words & Language',
              },
            ],
            listen_free_start: null,
            listen_free_end: null,
            listen_free: false,
            has_listen_free_content: true,
            valid_from: null,
            valid_till: null,
            discount_price: null,
            discount_start: null,
            discount_end: null,
            description:
              'Every weekday, one word and everything it has been through. Adaeze Nwosu and Daniel Shaked follow the trail through dictionaries, ports, kitchens and courtrooms. Short enough for one coffee.',
            index: null,
            day_number: null,
            url: null,
            pdf_url: null,
            tracks: [],
            is_purchased: false,
            is_favorite: true,
          },
        ],
        next_page_key: null,
      },
    },
    'GET /favorites/authors': {
      parameters: {
        limit: '15',
        next_page: '1',
      },
      answer: {
        results: [
          {
            id: 'siobhan-odwyer',
            name: "Siobhán O'Dwyer",
            img_url: '/media/covers/author-siobhan-odwyer.svg',
          },
        ],
        next_page_key: null,
      },
    },
    'GET /library': {
      parameters: {
        limit: '15',
        next_page: '1',
      },
      answer: {
        results: [
          {
            id: 'the-tide-library',
            content_id: null,
            title: 'The Tide Library',
            img_url: '/media/covers/item-the-tide-library.svg',
            content_type: 2,
            run_time: 2443,
            chapter_info: [
              {
                chapter_title: 'Low Water',
                chapter_url: '/media/audio/the-tide-library-1.mp3',
                chapter_index: 1,
                chapter_run_time: 229,
              },
            ],
            author_info: [
              {
                id: 'siobhan-odwyer',
                name: "Siobhán O'Dwyer",
              },
            ],
            category_info: [
              {
                id: 'fiction',
                name: 'Fiction',
              },
            ],
            topic_info: [
              {
                id: 'the-sea',
                name: 'The Sea',
              },
            ],
            listen_free_start: null,
            listen_free_end: null,
            listen_free: false,
            has_listen_free_content: true,
            valid_from: null,
            valid_till: null,
            discount_price: null,
            discount_start: null,
            discount_end: null,
            description:
              'On an island off the west of Ireland, a library opens only at low tide. When Nuala inherits the key from an aunt she never met, she finds that every book has been annotated by someone who was lost at sea. A novel about inheritance, weather and the things we leave in margins.',
            index: null,
            day_number: null,
            url: null,
            pdf_url: '/media/pdf/the-tide-library.pdf',
            tracks: [],
            is_purchased: false,
            is_favorite: true,
            progress: {
              position: 61000,
              chapter_index: 2,
            },
          },
        ],
        next_page_key: null,
      },
    },
    'GET /new-releases': {
      parameters: {
        limit: '15',
        next_page: '1',
      },
      answer: {
        results: [
          {
            id: 'a-word-a-day',
            content_id: null,
            title: 'A Word a Day',
            img_url: '/media/covers/item-a-word-a-day.svg',
            content_type: 3,
            run_time: 75352,
            chapter_info: [],
            author_info: [
              {
                id: 'adaeze-nwosu',
                name: 'Adaeze Nwosu',
              },
            ],
            category_info: [
              {
                id: 'short-works',
                name: 'Poetry & Short Works',
              },
            ],
            topic_info: [
              {
                id: 'language',
                name: 'Words & Language',
              },
            ],
            listen_free_start: null,
            listen_free_end: null,
            listen_free: false,
            has_listen_free_content: true,
            valid_from: null,
            valid_till: null,
            discount_price: null,
            discount_start: null,
            discount_end: null,
            description:
              'Every weekday, one word and everything it has been through. Adaeze Nwosu and Daniel Shaked follow the trail through dictionaries, ports, kitchens and courtrooms. Short enough for one coffee.',
            index: null,
            day_number: null,
            url: null,
            pdf_url: null,
            tracks: [],
            is_purchased: false,
            is_favorite: true,
          },
        ],
        next_page_key: 2,
      },
    },
    'GET /trending': {
      parameters: {
        limit: '15',
        next_page: '1',
      },
      answer: {
        results: [
          {
            id: 'the-clockmakers-apprentice-learns-to-wait',
            content_id: null,
            title: "The Clockmaker's Apprentice Learns to Wait",
            img_url: '/media/covers/item-the-clockmakers-apprentice-learns-to-wait.svg',
            content_type: 2,
            run_time: 2149,
            chapter_info: [
              {
                chapter_title: 'Mainspring',
                chapter_url: '/media/audio/the-clockmakers-apprentice-learns-to-wait-1.mp3',
                chapter_index: 1,
                chapter_run_time: 297,
              },
            ],
            author_info: [
              {
                id: 'lukasz-zurawski',
                name: 'Łukasz Żurawski',
              },
            ],
            category_info: [
              {
                id: 'fiction',
                name: 'Fiction',
              },
            ],
            topic_info: [
              {
                id: 'making',
                name: 'Making Things',
              },
            ],
            listen_free_start: null,
            listen_free_end: null,
            listen_free: false,
            has_listen_free_content: false,
            valid_from: null,
            valid_till: null,
            discount_price: 5.49,
            discount_start: '2026-11-04T09:13:56.256Z',
            discount_end: '2026-11-18T09:13:56.256Z',
            description:
              'Kraków, 1911. A boy who cannot sit still is sent to a clockmaker who hardly ever moves. Over one winter they build a clock that strikes only when nobody is listening. A short novel about patience, craft and the sound of a good mechanism.',
            index: null,
            day_number: null,
            url: null,
            pdf_url: null,
            tracks: [],
            is_purchased: true,
            is_favorite: false,
          },
        ],
        next_page_key: 2,
      },
    },
    'GET /quick-listens': {
      parameters: {
        limit: '15',
        next_page: '1',
      },
      answer: {
        results: [
          {
            id: 'a-beginners-guide-to-fog',
            content_id: null,
            title: 'A Beginner’s Guide to Fog',
            img_url: '/media/covers/item-a-beginners-guide-to-fog.svg',
            content_type: 1,
            run_time: 740,
            chapter_info: [],
            author_info: [
              {
                id: 'rhys-ap-gwilym',
                name: 'Rhys ap Gwilym',
              },
            ],
            category_info: [
              {
                id: 'science-and-nature',
                name: 'Science & Nature',
              },
            ],
            topic_info: [
              {
                id: 'walking',
                name: 'Walking',
              },
            ],
            listen_free_start: null,
            listen_free_end: null,
            listen_free: false,
            has_listen_free_content: false,
            valid_from: null,
            valid_till: null,
            discount_price: null,
            discount_start: null,
            discount_end: null,
            description:
              'Radiation, advection, valley, sea: there are more fogs than you think, and Rhys has been lost in all of them. Bring a whistle.',
            index: null,
            day_number: null,
            url: '/media/audio/a-beginners-guide-to-fog.mp3',
            pdf_url: null,
            tracks: [],
            is_purchased: false,
            is_favorite: false,
          },
        ],
        next_page_key: 2,
      },
    },
    'GET /content/discounted': {
      parameters: {
        limit: '15',
        next_page: '1',
      },
      answer: {
        results: [
          {
            id: 'the-last-lamplighter-of-porto',
            content_id: null,
            title: 'The Last Lamplighter of Porto',
            img_url: '/media/covers/item-the-last-lamplighter-of-porto.svg',
            content_type: 2,
            run_time: 2679,
            chapter_info: [
              {
                chapter_title: 'One Street',
                chapter_url: '/media/audio/the-last-lamplighter-of-porto-1.mp3',
                chapter_index: 1,
                chapter_run_time: 279,
              },
            ],
            author_info: [
              {
                id: 'mateus-figueiroa',
                name: 'Mateus Figueirôa',
              },
            ],
            category_info: [
              {
                id: 'fiction',
                name: 'Fiction',
              },
            ],
            topic_info: [
              {
                id: 'cities',
                name: 'Cities',
              },
            ],
            listen_free_start: null,
            listen_free_end: null,
            listen_free: false,
            has_listen_free_content: false,
            valid_from: null,
            valid_till: null,
            discount_price: 6.99,
            discount_start: '2026-11-23T09:13:56.256Z',
            discount_end: '2026-11-26T09:13:56.256Z',
            description:
              'When the city switches to electric light, Anselmo is allowed to keep one street. He lights it every evening for thirty years, and one by one the ghosts of Porto come to warm their hands. A fable for adults, with fog.',
            index: null,
            day_number: null,
            url: null,
            pdf_url: null,
            tracks: [],
            is_purchased: false,
            is_favorite: false,
          },
        ],
        next_page_key: null,
      },
    },
    'GET /featured-curated-collection': {
      parameters: {
        limit: '15',
        next_page: '1',
      },
      answer: {
        results: [
          {
            id: 'learn-to-sleep-again',
            content_id: null,
            title: 'Learn to Sleep Again: A Fourteen-Night Programme',
            img_url: '/media/covers/item-learn-to-sleep-again.svg',
            content_type: 5,
            run_time: 11957,
            chapter_info: [],
            author_info: [
              {
                id: 'thordis-einarsdottir',
                name: 'Þórdís Einarsdóttir',
              },
            ],
            category_info: [
              {
                id: 'sleep',
                name: 'Sleep',
              },
            ],
            topic_info: [
              {
                id: 'better-sleep',
                name: 'Better Sleep',
              },
            ],
            listen_free_start: null,
            listen_free_end: null,
            listen_free: false,
            has_listen_free_content: false,
            valid_from: null,
            valid_till: null,
            discount_price: null,
            discount_start: null,
            discount_end: null,
            description:
              'An evening talk and a night practice for each of seven steps, twice over. Built on what sleep clinics really do, in a voice that you will not mind at midnight.',
            index: null,
            day_number: null,
            url: null,
            pdf_url: '/media/pdf/learn-to-sleep-again.pdf',
            tracks: [
              {
                id: 'learn-to-sleep-again-t1',
                content_id: 'learn-to-sleep-again',
                title: 'Step One: The Diary',
                img_url: '/media/covers/item-learn-to-sleep-again.svg',
                content_type: 6,
                run_time: 766,
                author_info: [
                  {
                    id: 'thordis-einarsdottir',
                    name: 'Þórdís Einarsdóttir',
                  },
                ],
                description: 'What to write down, and what to leave out.',
                index: 1,
                day_number: 1,
                url: '/media/audio/learn-to-sleep-again-t1.mp3',
                listen_free: false,
                valid_from: null,
                valid_till: null,
                is_purchased: true,
                is_favorite: false,
              },
            ],
            is_purchased: true,
            is_favorite: false,
          },
        ],
        next_page_key: null,
      },
    },
    'GET /curated-collection-tracks': {
      parameters: {
        cid: 'learn-to-sleep-again',
        limit: '15',
        next_page: '1',
      },
      answer: {
        results: [
          {
            id: 'learn-to-sleep-again-t1',
            content_id: 'learn-to-sleep-again',
            title: 'Step One: The Diary',
            img_url: '/media/covers/item-learn-to-sleep-again.svg',
            content_type: 6,
            run_time: 766,
            chapter_info: [],
            author_info: [
              {
                id: 'thordis-einarsdottir',
                name: 'Þórdís Einarsdóttir',
              },
            ],
            category_info: [
              {
                id: 'sleep',
                name: 'Sleep',
              },
            ],
            topic_info: [
              {
                id: 'better-sleep',
                name: 'Better Sleep',
              },
            ],
            listen_free_start: null,
            listen_free_end: null,
            listen_free: false,
            has_listen_free_content: false,
            valid_from: null,
            valid_till: null,
            discount_price: null,
            discount_start: null,
            discount_end: null,
            description: 'What to write down, and what to leave out.',
            index: 1,
            day_number: 1,
            url: '/media/audio/learn-to-sleep-again-t1.mp3',
            pdf_url: null,
            tracks: [],
            is_purchased: true,
            is_favorite: false,
          },
        ],
        next_page_key: null,
      },
    },
    'GET /podcast-episodes': {
      parameters: {
        pid: 'a-word-a-day',
        limit: '15',
        next_page: '1',
      },
      answer: {
        results: [
          {
            id: 'a-word-a-day-e1',
            content_id: 'a-word-a-day',
            title: 'Petrichor',
            img_url: '/media/covers/item-a-word-a-day.svg',
            content_type: 4,
            run_time: 566,
            chapter_info: [],
            author_info: [
              {
                id: 'adaeze-nwosu',
                name: 'Adaeze Nwosu',
              },
            ],
            category_info: [
              {
                id: 'short-works',
                name: 'Poetry & Short Works',
              },
            ],
            topic_info: [
              {
                id: 'language',
                name: 'Words & Language',
              },
            ],
            listen_free_start: null,
            listen_free_end: null,
            listen_free: true,
            has_listen_free_content: false,
            valid_from: null,
            valid_till: null,
            discount_price: null,
            discount_start: null,
            discount_end: null,
            description:
              'Today’s word: the smell of rain on dry ground, and the two chemists who bottled it. Where it comes from, who carried it and what it has seen on the way.',
            index: 1,
            day_number: null,
            url: '/media/audio/a-word-a-day-e1.mp3',
            pdf_url: null,
            tracks: [],
            is_purchased: false,
            is_favorite: false,
          },
        ],
        next_page_key: 2,
      },
    },
    'GET /user/content': {
      parameters: {
        active: '1',
        limit: '15',
        next_page: '1',
      },
      answer: {
        results: [
          {
            id: 'the-tide-library',
            content_id: null,
            title: 'The Tide Library',
            img_url: '/media/covers/item-the-tide-library.svg',
            content_type: 2,
            run_time: 2443,
            chapter_info: [
              {
                chapter_title: 'Low Water',
                chapter_url: '/media/audio/the-tide-library-1.mp3',
                chapter_index: 1,
                chapter_run_time: 229,
              },
            ],
            author_info: [
              {
                id: 'siobhan-odwyer',
                name: "Siobhán O'Dwyer",
              },
            ],
            category_info: [
              {
                id: 'fiction',
                name: 'Fiction',
              },
            ],
            topic_info: [
              {
                id: 'the-sea',
                name: 'The Sea',
              },
            ],
            listen_free_start: null,
            listen_free_end: null,
            listen_free: false,
            has_listen_free_content: true,
            valid_from: null,
            valid_till: null,
            discount_price: null,
            discount_start: null,
            discount_end: null,
            description:
              'On an island off the west of Ireland, a library opens only at low tide. When Nuala inherits the key from an aunt she never met, she finds that every book has been annotated by someone who was lost at sea. A novel about inheritance, weather and the things we leave in margins.',
            index: null,
            day_number: null,
            url: null,
            pdf_url: '/media/pdf/the-tide-library.pdf',
            tracks: [],
            is_purchased: false,
            is_favorite: true,
            progress: {
              position: 61000,
              chapter_index: 2,
            },
          },
        ],
        next_page_key: null,
      },
    },
    'GET /user/playing-data/{id}': {
      parameters: {
        id: 'the-tide-library',
      },
      answer: {
        is_active: true,
        content_type: 2,
        chapter_index: 2,
        chapter_position: 61000,
        last_position: null,
        playback_speed: 1.2,
        updated_at: '2026-11-24T09:13:58.339Z',
      },
    },
    'GET /for-you': {
      answer: {
        recommended: [
          {
            id: 'an-atlas-of-borrowed-coats',
            content_id: null,
            title: 'An Atlas of Borrowed Coats',
            img_url: '/media/covers/item-an-atlas-of-borrowed-coats.svg',
            content_type: 2,
            run_time: 4500,
            chapter_info: [
              {
                chapter_title: 'The Tailor',
                chapter_url: '/media/audio/an-atlas-of-borrowed-coats-1.mp3',
                chapter_index: 1,
                chapter_run_time: 321,
              },
            ],
            author_info: [
              {
                id: 'adaeze-nwosu',
                name: 'Adaeze Nwosu',
              },
            ],
            category_info: [
              {
                id: 'fiction',
                name: 'Fiction',
              },
            ],
            topic_info: [
              {
                id: 'friendship',
                name: 'Friendship',
              },
            ],
            listen_free_start: null,
            listen_free_end: null,
            listen_free: false,
            has_listen_free_content: false,
            valid_from: null,
            valid_till: null,
            discount_price: null,
            discount_start: null,
            discount_end: null,
            description:
              'One second-hand coat, fourteen owners, three continents. From Lagos to Leeds to Lisbon, each chapter puts a new pair of hands into the same pockets and finds what the last one left there. A joyful chain of a novel.',
            index: null,
            day_number: null,
            url: null,
            pdf_url: null,
            tracks: [],
            is_purchased: false,
            is_favorite: false,
          },
        ],
      },
    },
    'GET /for-you/recommended': {
      parameters: {
        limit: '15',
        next_page: '1',
      },
      answer: {
        results: [
          {
            id: 'an-atlas-of-borrowed-coats',
            content_id: null,
            title: 'An Atlas of Borrowed Coats',
            img_url: '/media/covers/item-an-atlas-of-borrowed-coats.svg',
            content_type: 2,
            run_time: 4500,
            chapter_info: [
              {
                chapter_title: 'The Tailor',
                chapter_url: '/media/audio/an-atlas-of-borrowed-coats-1.mp3',
                chapter_index: 1,
                chapter_run_time: 321,
              },
            ],
            author_info: [
              {
                id: 'adaeze-nwosu',
                name: 'Adaeze Nwosu',
              },
            ],
            category_info: [
              {
                id: 'fiction',
                name: 'Fiction',
              },
            ],
            topic_info: [
              {
                id: 'friendship',
                name: 'Friendship',
              },
            ],
            listen_free_start: null,
            listen_free_end: null,
            listen_free: false,
            has_listen_free_content: false,
            valid_from: null,
            valid_till: null,
            discount_price: null,
            discount_start: null,
            discount_end: null,
            description:
              'One second-hand coat, fourteen owners, three continents. From Lagos to Leeds to Lisbon, each chapter puts a new pair of hands into the same pockets and finds what the last one left there. A joyful chain of a novel.',
            index: null,
            day_number: null,
            url: null,
            pdf_url: null,
            tracks: [],
            is_purchased: false,
            is_favorite: false,
          },
        ],
        next_page_key: 2,
      },
    },
    'GET /search': {
      parameters: {
        term: 'tide',
        category: 'Fiction',
        limit: '3',
        skip: '0',
      },
      answer: {
        results: [
          {
            id: 'the-tide-library',
            content_id: null,
            title: 'The Tide Library',
            img_url: '/media/covers/item-the-tide-library.svg',
            content_type: 2,
            run_time: 2443,
            chapter_info: [
              {
                chapter_title: 'Low Water',
                chapter_url: '/media/audio/the-tide-library-1.mp3',
                chapter_index: 1,
                chapter_run_time: 229,
              },
            ],
            author_info: [
              {
                id: 'siobhan-odwyer',
                name: "Siobhán O'Dwyer",
              },
            ],
            category_info: [
              {
                id: 'fiction',
                name: 'Fiction',
              },
            ],
            topic_info: [
              {
                id: 'the-sea',
                name: 'The Sea',
              },
            ],
            listen_free_start: null,
            listen_free_end: null,
            listen_free: false,
            has_listen_free_content: true,
            valid_from: null,
            valid_till: null,
            discount_price: null,
            discount_start: null,
            discount_end: null,
            description:
              'On an island off the west of Ireland, a library opens only at low tide. When Nuala inherits the key from an aunt she never met, she finds that every book has been annotated by someone who was lost at sea. A novel about inheritance, weather and the things we leave in margins.',
            index: null,
            day_number: null,
            url: null,
            pdf_url: '/media/pdf/the-tide-library.pdf',
            tracks: [],
            is_purchased: false,
            is_favorite: true,
            progress: {
              position: 61000,
              chapter_index: 2,
            },
          },
        ],
        next_page_key: null,
      },
    },
    'GET /segregated': {
      parameters: {
        cid: 'fiction',
      },
      also: {
        tid: 'the-sea',
      },
      answer: {
        results: [
          {
            id: 'letting-go',
            name: 'Grief & Letting Go',
            content: [
              {
                id: 'the-museum-of-ordinary-keys',
                content_id: null,
                title: 'The Museum of Ordinary Keys',
                img_url: '/media/covers/item-the-museum-of-ordinary-keys.svg',
                content_type: 1,
                run_time: 1414,
                chapter_info: [],
                author_info: [
                  {
                    id: 'theo-lachance',
                    name: 'Théo Lachance',
                  },
                ],
                category_info: [
                  {
                    id: 'fiction',
                    name: 'Fiction',
                  },
                ],
                topic_info: [
                  {
                    id: 'cities',
                    name: 'Cities',
                  },
                ],
                listen_free_start: null,
                listen_free_end: null,
                listen_free: false,
                has_listen_free_content: false,
                valid_from: null,
                valid_till: null,
                discount_price: null,
                discount_start: null,
                discount_end: null,
                description:
                  'Admission is free, but you must leave a key. A short story about doors we no longer open, told by the night guard.',
                index: null,
                day_number: null,
                url: '/media/audio/the-museum-of-ordinary-keys.mp3',
                pdf_url: null,
                tracks: [],
                is_purchased: false,
                is_favorite: false,
              },
            ],
          },
        ],
        next_page_key: null,
      },
    },
    'GET /categories': {
      parameters: {
        limit: '15',
        next_page: '1',
      },
      answer: {
        results: [
          {
            id: 'fiction',
            name: 'Fiction',
            img_url: '/media/covers/category-fiction.svg',
          },
        ],
        next_page_key: null,
      },
    },
    'GET /topics': {
      parameters: {
        limit: '15',
        next_page: '1',
      },
      answer: {
        results: [
          {
            id: 'calm',
            name: 'Finding Calm',
            img_url: '/media/covers/topic-calm.svg',
          },
        ],
        next_page_key: 2,
      },
    },
    'GET /authors': {
      parameters: {
        limit: '15',
        next_page: '1',
      },
      answer: {
        results: [
          {
            id: 'amara-okonkwo-bell',
            name: 'Amara Okonkwo-Bell',
            img_url: '/media/covers/author-amara-okonkwo-bell.svg',
          },
        ],
        next_page_key: 2,
      },
    },
    'GET /categories/{id}': {
      parameters: {
        id: 'fiction',
      },
      answer: {
        id: 'fiction',
        name: 'Fiction',
        img_url: '/media/covers/category-fiction.svg',
      },
    },
    'GET /topics/{id}': {
      parameters: {
        id: 'the-sea',
      },
      answer: {
        id: 'the-sea',
        name: 'The Sea',
        img_url: '/media/covers/topic-the-sea.svg',
      },
    },
    'GET /authors/{id}': {
      parameters: {
        id: 'siobhan-odwyer',
      },
      answer: {
        id: 'siobhan-odwyer',
        name: "Siobhán O'Dwyer",
        img_url: '/media/covers/author-siobhan-odwyer.svg',
        is_favorite: true,
        content: [
          {
            id: 'bedtime-for-grown-ups',
            content_id: null,
            title: 'Bedtime for Grown-Ups',
            img_url: '/media/covers/item-bedtime-for-grown-ups.svg',
            content_type: 3,
            run_time: 17565,
            chapter_info: [],
            author_info: [
              {
                id: 'siobhan-odwyer',
                name: "Siobhán O'Dwyer",
              },
            ],
            category_info: [
              {
                id: 'sleep',
                name: 'Sleep',
              },
            ],
            topic_info: [
              {
                id: 'better-sleep',
                name: 'Better Sleep',
              },
            ],
            listen_free_start: null,
            listen_free_end: null,
            listen_free: false,
            has_listen_free_content: false,
            valid_from: null,
            valid_till: null,
            discount_price: null,
            discount_start: null,
            discount_end: null,
            description:
              'Long, kind stories in which hardly anything happens. If you hear the end of one, we have failed. New every Sunday.',
            index: null,
            day_number: null,
            url: null,
            pdf_url: null,
            tracks: [],
            is_purchased: false,
            is_favorite: false,
          },
        ],
      },
    },
    'GET /user': {
      answer: {
        id: '5e8ed050-b705-4e39-bd7d-3c9a41d8e892',
        full_name: 'Beatrix Hallström',
        email: 'buyer@listener.test',
        can_export: true,
        billing_pages: 'https://provider.example/billing',
        payment_details: null,
      },
    },
    'GET /user/export': {
      answer: {
        exported_at: '2026-11-24T09:13:58.756Z',
        account: {
          id: '5e8ed050-b705-4e39-bd7d-3c9a41d8e892',
          name: 'Beatrix Hallström',
          email: 'buyer@listener.test',
          role: 'listener',
          added_at: '2026-11-24T09:13:56.913Z',
          attributes: {
            sub: '5e8ed050-b705-4e39-bd7d-3c9a41d8e892',
            name: 'Beatrix Hallström',
            email: 'buyer@listener.test',
            email_verified: 'true',
          },
          codes_by_text_message: false,
          codes_by_authenticator: false,
        },
        membership: {
          plan: null,
          is_trialing: false,
          is_canceled: false,
          ends_at: null,
        },
        subscriptions: [],
        orders: [],
        devices: [
          {
            name: 'nodejs',
            is_remembered: false,
            added_at: '2026-11-24T09:13:58.079Z',
            used_at: '2026-11-24T09:13:58.079Z',
          },
        ],
        sign_ins: [
          {
            at: '2026-11-24T09:13:57.990Z',
            expires_at: '2026-12-24T09:13:57.990Z',
            ended_at: null,
          },
        ],
        sign_in_attempts: [],
        password_changes: [
          {
            at: '2026-11-24T09:13:58.243Z',
          },
        ],
        mails: [],
        plan_ends_told: [],
        purchases: [
          {
            id: 'learn-to-sleep-again',
            title: 'Learn to Sleep Again: A Fourteen-Night Programme',
            at: '2026-11-18T03:13:56.913Z',
          },
        ],
        favorites: [
          {
            id: 'the-tide-library',
            title: 'The Tide Library',
            at: '2026-11-24T09:13:58.317Z',
          },
        ],
        followed_authors: [
          {
            id: 'siobhan-odwyer',
            name: "Siobhán O'Dwyer",
            at: '2026-11-24T09:13:58.336Z',
          },
        ],
        positions: [
          {
            id: 'the-tide-library',
            title: 'The Tide Library',
            is_active: true,
            chapter_index: 2,
            chapter_position: 61000,
            last_position: null,
            playback_speed: 1.2,
            at: '2026-11-24T09:13:58.339Z',
          },
        ],
        listened: [],
        listened_but_not_counted: [
          {
            id: 'the-tide-library',
            milliseconds: 61000,
            reason: 'never-opened',
            at: '2026-11-24T09:13:58.350Z',
          },
        ],
        opened_sounds: [
          {
            id: 'the-tide-library',
            counted_milliseconds: 0,
            at: '2026-11-24T09:13:58.377Z',
          },
        ],
        free_listening: [],
        changes_by_owners: [],
        changes_of_others: [],
      },
    },
    'GET /user/purchased-content': {
      parameters: {
        limit: '15',
        next_page: '1',
      },
      answer: {
        results: [
          {
            id: 'the-clockmakers-apprentice-learns-to-wait',
            content_id: null,
            title: "The Clockmaker's Apprentice Learns to Wait",
            img_url: '/media/covers/item-the-clockmakers-apprentice-learns-to-wait.svg',
            content_type: 2,
            run_time: 2149,
            chapter_info: [
              {
                chapter_title: 'Mainspring',
                chapter_url: '/media/audio/the-clockmakers-apprentice-learns-to-wait-1.mp3',
                chapter_index: 1,
                chapter_run_time: 297,
              },
            ],
            author_info: [
              {
                id: 'lukasz-zurawski',
                name: 'Łukasz Żurawski',
              },
            ],
            category_info: [
              {
                id: 'fiction',
                name: 'Fiction',
              },
            ],
            topic_info: [
              {
                id: 'making',
                name: 'Making Things',
              },
            ],
            listen_free_start: null,
            listen_free_end: null,
            listen_free: false,
            has_listen_free_content: false,
            valid_from: null,
            valid_till: null,
            discount_price: 5.49,
            discount_start: '2026-11-04T09:13:56.256Z',
            discount_end: '2026-11-18T09:13:56.256Z',
            description:
              'Kraków, 1911. A boy who cannot sit still is sent to a clockmaker who hardly ever moves. Over one winter they build a clock that strikes only when nobody is listening. A short novel about patience, craft and the sound of a good mechanism.',
            index: null,
            day_number: null,
            url: null,
            pdf_url: null,
            tracks: [],
            is_purchased: true,
            is_favorite: false,
          },
        ],
        next_page_key: null,
      },
    },
  },
  failures: {
    '400': {
      error: {
        code: 'invalid-request',
        message: 'querystring.term: Invalid key: Expected "term" but received undefined',
      },
    },
    '401': {
      error: {
        code: 'unauthorized',
        message: 'User is not authenticated',
      },
    },
    '403': {
      error: {
        code: 'membership-required',
        message: 'This audio is for members, or for those who bought it.',
      },
    },
    '404': {
      error: {
        code: 'not-found',
        message: 'There is no such content.',
      },
    },
    '413': {
      error: {
        code: 'refused',
        message: 'Request body is too large',
      },
    },
    '429': {
      error: {
        code: 'too-many-requests',
        message: 'Too many requests. Try again in a few seconds.',
      },
    },
    '500': {
      error: {
        code: 'internal',
        message: 'Something went wrong on the server.',
      },
    },
    '503': {
      error: {
        code: 'unavailable',
        message: 'The database cannot be used at the moment. Try again in a few seconds.',
      },
    },
  },
};
