import { describe, expect, it } from 'vitest';
import { sequenceOf } from '../../src/site/blocks/zenuml.ts';
import { draw, wordsOf } from './chart-fixture.ts';

/** The lines of a translation, with the names that the writer gave. */
function linesOf(source: string): string[] {
  const sequence = sequenceOf(`zenuml\n${source}`);
  if ('unread' in sequence) return [`unread: ${sequence.unread}`];
  const lines = sequence.text.split('\n').slice(1);
  const people = lines.flatMap((line) => {
    const [, id = '', name = ''] = /^(?:participant|actor) (p\d+) as (.*)$/.exec(line) ?? [];
    return id === '' ? [] : [[id, name === '\u200b' ? 'someone' : name] as const];
  });
  const names = new Map(people);
  return lines
    .filter((line) => !/^participant /.test(line))
    .map((line) => line.replace(/\bp\d+\b/g, (id) => names.get(id) ?? id).replace('\u200b', 'someone'));
}

describe('a ZenUML diagram becomes a sequence', () => {
  it.each([
    ['Alice->John: Hello', ['Alice-)John: Hello']],
    ['A.read()', ['actor someone as someone', 'someone->>A: read()']],
    ['A -> B."get it: 1" {\n  B -> A: yes\n}', ['A->>B: get it: 1', 'B-)A: yes']],
    ['A->B.read(x, y)', ['A->>B: read(x, y)']],
    ['@Starter(Me)\nA.read', ['Me->>A: read']],
    ['A->B: x\nA.work() {\n  B.help()\n}', ['A-)B: x', 'A->>A: work()', 'A->>B: help()']],
    [
      'Me->A.work() {\n  B.help() {\n    return done\n  }\n}',
      ['Me->>A: work()', 'A->>B: help()', 'B-->>A: done'],
    ],
    ['Me->A.work() {\n  return\n  done\n}', ['Me->>A: work()', 'A-->>Me: done']],
    ['Me->A.work() {\n  return\n}', ['Me->>A: work()', 'A-->>Me: …']],
    ['Me->A.work() {\n  own()\n}', ['Me->>A: work()', 'A->>A: own()']],
    ['@Starter(Me)\nText a = A.read()', ['Me->>A: read()', 'A-->>Me: a']],
    ['@Starter(Me)\na = A.read() {\n  B.x()\n}', ['Me->>A: read()', 'A->>B: x()', 'A-->>Me: a']],
    ['@Starter(Me)\nnew A(1)', ['Me->>A: «create» (1)']],
    ['A->B: x\n@return\nB->A: y', ['A-)B: x', 'B-->>A: y']],
    ['"Old man"->"The sea": go', ['Old man-)The sea: go']],
    [
      'A->B: x\nif(late) {\n  A->B: y\n} else if(early) {\n  A->B: z\n} else {\n  A->B: w\n}',
      ['A-)B: x', 'alt late', 'A-)B: y', 'else early', 'A-)B: z', 'else else', 'A-)B: w', 'end'],
    ],
    ['while(true) { A->B: x\n}', ['loop true', 'A-)B: x', 'end']],
    ['forEach(item) {\n A->B: x\n}', ['loop item', 'A-)B: x', 'end']],
    ['opt {\n A->B: x\n}', ['opt', 'A-)B: x', 'end']],
    ['par {\n A->B: x\n A->C: y\n}', ['par', 'A-)B: x', 'and', 'A-)C: y', 'end']],
    [
      'try {\n A->B: x\n} catch(e) {\n A->B: y\n} finally {\n A->B: z\n}',
      ['alt try', 'A-)B: x', 'else catch e', 'A-)B: y', 'else finally', 'A-)B: z', 'end'],
    ],
    ['// **Why** this\nA->B: x', ['Note over A: Why this', 'A-)B: x']],
    ['A as Alice\nB\nA->B: x', ['Alice-)B: x']],
    ['group Back { B C }\nA->B: x', ['A-)B: x']],
  ])('%j', (source, lines) => {
    expect(linesOf(source)).toEqual(lines);
  });

  it.each([
    ['A->B: x\n?!', '?!'],
    ['A.work() {\n B.help()', 'work()'],
    ['if(x) {\n A->B: y', 'if'],
    ['title Nothing', 'zenuml'],
    ['A->B: x\n}', '}'],
  ])('but %j is shown as its source', (source, line) => {
    expect(linesOf(source)).toEqual([`unread: ${line}`]);
  });

  it('and is drawn with its title, its people and its words, as they are', async () => {
    const html = await draw(
      'zenuml\n title Tea <b>\n @Actor Guest\n "The <x>shop"\n Guest->"The <x>shop".order("tea; & milk") {\n return cup\n }',
    );

    expect(html).toContain('<figcaption>Tea &lt;b&gt;</figcaption>');
    expect(wordsOf(html).sort()).toEqual([
      'Guest',
      'The &lt;x&gt;shop',
      'cup',
      'order(&quot;tea; &amp; milk&quot;)',
    ]);
  });
});
