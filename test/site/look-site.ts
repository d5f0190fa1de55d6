import type { SiteInput, SpaceSource } from '../../src/site/index.ts';
import { readFileSync } from 'node:fs';
import { aSpace, summary } from './site-fixture.ts';

const spec = readFileSync(new URL('./pets.yaml', import.meta.url), 'utf8');

const cards = (size: string, count: number): string => {
  const head =
    '<thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="files"></th></tr></thead>';
  const rows = Array.from(
    { length: count },
    (_, at) =>
      `<tr><td><strong>Card ${at + 1}</strong></td><td>What is behind card ${at + 1}, in a sentence.</td><td><a href="hints.md">hints.md</a></td><td><a href=".gitbook/assets/wave.svg">wave.svg</a></td></tr>`,
  ).join('');
  return `<table data-view="cards"${size}>${head}<tbody>${rows}</tbody></table>`;
};

const options = JSON.stringify([
  { value: 'a', label: 'Open', color: 'green' },
  { value: 'b', label: 'Closed', color: 'red' },
]).replaceAll('"', '&quot;');

/** A table with a column of choices, in both ways of writing it, and with names that are too long for their columns. */
const table = `<table><thead><tr><th width="150">Station</th><th data-type="select" data-options="${options}">State</th><th data-type="checkbox">Tidal</th><th>Setting</th></tr></thead><tbody>
<tr><td>Harbour</td><td>a,b</td><td>true</td><td><code>HARBOUR_CONFIGURATION_REFRESH_INTERVAL_SECONDS</code></td></tr>
<tr><td>Gezeitenvorhersagegenauigkeit</td><td><span data-option="1">Low, </span><span data-option="2">High</span></td><td></td><td>org.example.harbour.configuration.RefreshIntervalOfStations</td></tr>
</tbody></table>`;

const pages: Record<string, string> = {
  'README.md': `---
description: Everything about tides, from the first reading of a gauge to a forecast for next year.
cover: .gitbook/assets/wave.svg
layout:
  cover:
    visible: true
    size: background
---

# Tides

Water comes and goes. [Hints](hints.md) say what to mind.

<a href="hints.md" class="button primary">Begin</a> <a href="cards.md" class="button secondary" data-icon="book">Cards</a>
`,
  'hints.md': `# Hints\n\n${['info', 'success', 'warning', 'danger'].map((style) => `{% hint style="${style}" %}\nA [link](README.md), \`code\` and **weight**.\n{% endhint %}`).join('\n\n')}\n\n> A quote.\n\n- [x] done\n- [ ] open\n\n1. first\n2. second\n   - inner\n`,
  'tabs.md':
    '# Tabs\n\n{% tabs %}\n{% tab title="npm" %}\n```sh\nnpm install tides --save\n```\n{% endtab %}\n{% tab title="Yarn" %}\nWith yarn.\n{% endtab %}\n{% endtabs %}\n\n<details><summary>More</summary>\n\nFolded words.\n\n</details>\n\n{% stepper %}\n{% step %}\n### One\n\nFirst this.\n{% endstep %}\n{% step %}\n### Two\n\nThen that.\n{% endstep %}\n{% endstepper %}\n',
  'code.md':
    '# Code\n\n{% code title="level.ts" lineNumbers="true" %}\n```typescript\n// How high the water is\nexport const level: number = read("harbour", 1);\nif (level > 2) warn(`high: ${level}`);\n```\n{% endcode %}\n\nIn words `inline`, <kbd>K</kbd>, <mark style="color:red;">red</mark>, <mark style="background-color:blue;">blue</mark> and a note[^1].\n\n```diff\n- low\n+ high\n```\n\n[^1]: Small print.\n',
  'tables.md': `# Tables\n\n${table}\n\n| Left | Middle | Right |\n|---|:-:|--:|\n| a | b | 1 |\n| c | d | 22 |\n`,
  'cards.md': `# Cards\n\n## Three in a row\n\n${cards('', 5)}\n\n## Large ones\n\n${cards(' data-card-size="large"', 2)}\n`,
  'formulas.md':
    '# Formulas\n\n$$\n\\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2}\n$$\n\nInline $$a^2 + b^2$$ too.\n\n$$\n\\begin{aligned} a &= b + c \\\\ &= \\sum_{i=1}^n i \\end{aligned}\n$$\n',
  'pictures.md':
    '# Pictures\n\n<figure><img src=".gitbook/assets/wave.svg" alt="A wave" width="400"><figcaption><p>A wave</p></figcaption></figure>\n\n![A wave](.gitbook/assets/wave.svg)\n\nWords below the pictures.\n\n{% file src=".gitbook/assets/levels.csv" %}\nLevels of a year\n{% endfile %}\n\n{% embed url="https://www.youtube.com/watch?v=x" %}\n\n{% columns %}\n{% column %}\nLeft column.\n{% endcolumn %}\n{% column %}\nRight column.\n{% endcolumn %}\n{% endcolumns %}\n\n```mermaid\ngraph LR\n  Gauge --> Forecast\n```\n',
  'cover.md':
    '---\ndescription: A cover above the title.\ncover: .gitbook/assets/wave.svg\ncoverY: 40\n---\n\n# A title that is so long that it needs a second line beside the menu of its page\n\nWords.\n',
  'api.md':
    '# API\n\n{% openapi-operation spec="pets" path="/pets/{id}" method="post" %}\n{% endopenapi-operation %}\n',
  'updates.md':
    '# Updates\n\n{% updates format="full" %}\n{% update date="2026-01-29" tags="x" %}\n## News\n\nWords.\n{% endupdate %}\n{% update date="2026-01-02" %}\n## Older news\n\nMore words.\n{% endupdate %}\n{% endupdates %}\n',
  'guide/README.md':
    '# The guide\n\n{% content-ref url="deep/README.md" %}\n[deep](deep/)\n{% endcontent-ref %}\n',
  'guide/deep/README.md': '# Deep\n\n## Part\n\nWords.\n\n## Other part\n\nWords.\n',
  'guide/deep/deeper.md': '# Deeper\n\nWords at the bottom.\n',
  'SUMMARY.md': summary(
    '* [Tides](README.md)',
    '* [The guide](guide/README.md)',
    '  * [Deep](guide/deep/README.md)',
    '    * [Deeper](guide/deep/deeper.md)',
    '',
    '## Blocks',
    '',
    ...['hints', 'tabs', 'code', 'tables', 'cards', 'formulas', 'pictures', 'cover', 'api', 'updates'].map(
      (name) => `* [${name[0]?.toUpperCase()}${name.slice(1)}](${name}.md)`,
    ),
  ),
};

const wave =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="400" viewBox="0 0 1200 400"><rect width="1200" height="400" fill="#123a6b"/><path d="M0 240c200-120 400 120 600 0s400-120 600 0v160H0z" fill="#3f8fd2"/></svg>\n';

/** The name of the site and of its variant, as long as some are. */
export const longNames = {
  site: 'The Observatory of Tides and Currents',
  variant: 'Version 4.2 (long term support)',
};

function aPicture(space: SpaceSource): SpaceSource {
  const bytes = new TextEncoder().encode(wave);
  return {
    ...space,
    assets: space.assets.map((asset) =>
      asset.path.endsWith('.svg')
        ? { ...asset, size: bytes.length, dimensions: { width: 1200, height: 400 }, read: () => bytes }
        : asset,
    ),
  };
}

/** Our own site with every kind of visible content; its first space declares a language. */
export function lookSite(language = 'en'): SiteInput {
  const english = aSpace(
    { ...pages, '.gitbook/assets/wave.svg': wave, '.gitbook/assets/levels.csv': 'time,level\n' },
    { id: 'en' },
  );
  const german = aSpace(
    { 'SUMMARY.md': summary('* [Gezeiten](README.md)'), 'README.md': '# Gezeiten\n\nWasser.\n' },
    { id: 'de' },
  );
  return {
    source: { spaces: [aPicture(english), german], specs: [{ slug: 'pets', text: spec }] },
    profile: {
      site: { title: longNames.site },
      structure: {
        type: 'siteSpaces',
        structure: [
          {
            id: 'a',
            path: 'en',
            title: longNames.variant,
            default: true,
            space: { id: 'en', language },
          },
          { id: 'b', path: 'de', title: 'Deutsch', space: { id: 'de', language: 'de' } },
        ],
      },
      customizations: {
        site: {
          header: { links: [{ title: 'Elsewhere', to: { kind: 'url', url: 'https://example.com' } }] },
          footer: { copyright: '© Tides' },
          feedback: { enabled: true },
        },
      },
    },
  };
}

/** A space with so many groups that each group elsewhere is one link. */
export function groupedSite(): Record<string, string> {
  const grouped: Record<string, string> = { 'README.md': '# Home\n' };
  const lines = ['* [Home](README.md)'];
  for (let group = 1; group <= 32; group += 1) {
    lines.push('', `## Group ${group}`, '');
    for (let leaf = 1; leaf <= 10; leaf += 1) {
      grouped[`g${group}/l${leaf}.md`] = `# Leaf ${group}.${leaf}\n`;
      lines.push(`* [Leaf ${group}.${leaf}](g${group}/l${leaf}.md)`);
    }
  }
  return { ...grouped, 'SUMMARY.md': summary(...lines) };
}

/** A space so large that no page has its whole navigation. */
export function largeSite(): Record<string, string> {
  const large: Record<string, string> = { 'README.md': '# Home\n' };
  const lines = ['* [Home](README.md)'];
  for (let branch = 1; branch <= 32; branch += 1) {
    large[`b${branch}/README.md`] = `# Branch ${branch}\n`;
    lines.push(`* [Branch ${branch}](b${branch}/README.md)`);
    for (let leaf = 1; leaf <= 10; leaf += 1) {
      large[`b${branch}/l${leaf}.md`] = `# Leaf ${branch}.${leaf}\n`;
      lines.push(`  * [Leaf ${branch}.${leaf}](b${branch}/l${leaf}.md)`);
    }
  }
  return { ...large, 'SUMMARY.md': summary(...lines) };
}
