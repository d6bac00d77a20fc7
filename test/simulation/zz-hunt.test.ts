import { test } from 'vitest';
import { bundleClient } from '/work/main/test/simulation/bundle.ts';
import { KEPT_STORIES } from '/work/main/test/simulation/kept-stories.ts';
import { live } from '/work/main/test/simulation/live.ts';
import { compileClient } from '/work/main/test/simulation/model/page.ts';
test('hunt', { timeout: 900000 }, async () => {
  for (const [needle, vary] of [
    ['without sound', (s: any, r: () => number) => { s.steps[7].wait = Math.floor(r() * 57000); s.steps[9].wait = Math.floor(r() * 1500); s.steps[8].wait = Math.floor(r()*1500); s.clockErrors=[Math.floor(r()*6000-3000)]; const extra=[{wait:500,device:0,kind:'seek',tab:0,share:r()},{wait:500,device:0,kind:'seek',tab:1,share:r()},{wait:Math.floor(r()*9000),device:0,kind:'toggle',tab:1},{wait:0,device:0,kind:'go offline'},{wait:300,device:0,kind:'go online'},{wait:0,device:0,kind:'next',tab:0},{wait:0,device:0,kind:'close lid'},{wait:99,device:0,kind:'open lid'}]; for(let k=0;k<1+Math.floor(r()*4);k++) s.steps.splice(5+Math.floor(r()*(s.steps.length-5)),0,{...extra[Math.floor(r()*extra.length)]}); }],
    ['has no data', (s: any, r: () => number) => { for (const step of s.steps.slice(-7)) step.wait = Math.floor(r() * r() * 5000); s.steps.at(-6).share = r(); const extra=[{wait:500,device:0,kind:'seek',tab:1,share:r()},{wait:Math.floor(r()*90000),device:0,kind:'toggle',tab:1},{wait:0,device:0,kind:'go offline'},{wait:300,device:0,kind:'go online'},{wait:100,device:0,kind:'play',tab:1,title:'harbour',track:null},{wait:100,device:0,kind:'play',tab:3,title:'comet',track:null}]; for(let k=0;k<1+Math.floor(r()*4);k++) s.steps.splice(10+Math.floor(r()*(s.steps.length-10)),0,{...extra[Math.floor(r()*extra.length)]}); }],
  ] as const) {
    const kept = KEPT_STORIES.find((k) => k.title.includes(needle))!;
    const client = compileClient(await bundleClient(kept.before));
    let found = 0;
    for (let i = 0; i < 1500 && found < 4; i++) {
      const story = structuredClone(kept.story) as any;
      vary(story, Math.random);
      const { problem } = await live(story, client);
      if (problem) { console.log(needle, problem.rule, JSON.stringify(story)); if (problem.rule===kept.rule) found++; }
    }
    console.log(needle, 'found', found);
  }
});
