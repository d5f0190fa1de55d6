import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namedMembers, parseBody, withUnnamedMembers } from '../../src/contract/index.ts';

const name = 'SiteCustomization' as const;
/** Members that the definition does not name, in places of all kinds. */
const more = fc.dictionary(fc.constantFrom('extra', 'further'), fc.jsonValue(), { maxKeys: 2 });
const link = fc.record({ title: fc.string(), to: fc.constant({ kind: 'url', url: 'https://a.test' }) });
const look = fc
  .tuple(more, more, fc.array(fc.tuple(link, more), { maxLength: 3 }), more)
  .map(([outside, inHeader, links, inStyling]) => ({
    ...outside,
    title: 'Docs',
    styling: { theme: 'clean', ...inStyling },
    header: { ...inHeader, links: links.map(([each, extra]) => ({ ...each, ...extra })) },
  }));

describe('the members that a definition names', () => {
  it('lose nothing else of a stored value when they are written unchanged', () => {
    fc.assert(
      fc.property(look, (kept) => {
        const shown = namedMembers(name, kept);
        expect(JSON.stringify(shown)).not.toMatch(/"(?:extra|further)":/);
        expect(withUnnamedMembers(name, shown, kept)).toEqual(kept);
      }),
    );
  });

  it('are all that a write changes, item by item', () => {
    const kept = {
      header: {
        links: [
          { title: 'One', extra: 1 },
          { title: 'Two', extra: 2 },
        ],
        own: true,
      },
    };
    const wanted = { header: { links: [{ title: 'Two' }, { title: 'New' }] } };
    expect(withUnnamedMembers<object>(name, wanted, kept)).toEqual({
      header: { links: [{ title: 'Two', extra: 2 }, { title: 'New' }], own: true },
    });
    expect(withUnnamedMembers<object>(name, wanted, undefined)).toEqual(wanted);
  });

  it('are all that a request may contain, at every depth', () => {
    const said = (body: unknown): string => {
      const read = parseBody('updateSiteCustomizationById', body);
      return read.ok ? '' : read.problems.map(({ pointer, message }) => `${pointer} ${message}`).join('\n');
    };
    const problems = said({ surprise: 1, styling: { surprise: 1 }, footer: { groups: [{ surprise: 1 }] } });
    expect(problems.match(/surprise/g)?.length).toBeGreaterThanOrEqual(3);
  });
});
