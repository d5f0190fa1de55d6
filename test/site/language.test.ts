import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { folderSpace } from '../../src/site/index.ts';
import { languageOf, languageOfFolder } from '../../src/site/profile/language.ts';
import { uiTexts } from '../../src/site/profile/texts.ts';
import { aSpace, exported } from './site-fixture.ts';

const texts: Readonly<Record<string, string>> = {
  en: 'This guide shows how you can set up the harbour and what to do when the tide is out. If your boat is not there, ask for it on the quay.',
  de: 'Diese Anleitung zeigt, wie Sie den Hafen einrichten und was zu tun ist, wenn das Wasser fällt. Ist das Boot nicht da, fragen Sie auf dem Kai nach.',
  fr: 'Ce guide montre comment préparer le port et que faire quand la mer est basse. Si votre bateau n’est pas là, demandez-le sur le quai avec les papiers.',
  es: 'Esta guía muestra cómo preparar el puerto y qué hacer cuando la marea está baja. Si el barco no está, pregunte por él en el muelle con los papeles.',
  it: 'Questa guida mostra come preparare il porto e che cosa fare quando la marea è bassa. Se la barca non c’è, si può chiedere di essa sul molo con il modulo.',
  pt: 'Este guia mostra como preparar o porto e o que fazer quando a maré está baixa. Se o barco não estiver no cais, pode pedir por ele com os papéis do dono.',
  nl: 'Deze gids laat zien hoe je de haven inricht en wat je doet als het water zakt. Is het schip niet op zijn plaats, vraag dan op de kade met de papieren.',
  sv: 'Den här guiden visar hur du ställer i ordning hamnen och vad som är att göra när det är lågt vatten. Om båten inte är där kan du fråga på kajen.',
  da: 'Denne vejledning viser, hvordan du gør havnen klar, og hvad der er at gøre, når det er lavt vand. Er båden ikke der, kan du spørge efter den på kajen.',
  no: 'Denne veiledningen viser hvordan du gjør havna klar, og hva det er å gjøre når det er lavt vann. Er båten ikke der, kan du spørre etter den på kaia, ikke av oss.',
  fi: 'Tämä opas kertoo, että satama on helppo laittaa kuntoon ja että vene ei ole kaukana. Jos se ei ole siellä, sitä voi kysyä laiturilla, kun tai ennen kuin vesi laskee.',
  pl: 'Ten przewodnik mówi, jak przygotować port i co można zrobić, gdy woda jest niska. Jeśli łodzi nie ma na miejscu, można zapytać o nią na nabrzeżu lub w biurze.',
  cs: 'Tento návod ukazuje, jak se připraví přístav a co je možné dělat při nízké vodě. Pokud loď není na místě, můžete se na ni zeptat na nábřeží nebo v kanceláři, je to pro vás.',
  tr: 'Bu kılavuz limanın nasıl hazırlandığını ve su çekildiğinde ne olduğunu anlatır. Tekne orada değil ise, bir görevli için rıhtımda da sorun; bu çok kolay ve en hızlı yol.',
  ro: 'Acest ghid arată cum se pregătește portul și ce este de făcut când apa este mică. Dacă barca nu este la locul ei, se poate întreba pe chei, cu actele în mână, sau din birou.',
  hu: 'Ez az útmutató azt mutatja, hogy kell a kikötőt előkészíteni, és mit kell tenni, ha a víz alacsony. Ha a hajó nem ott van, csak a rakparton lehet kérdezni, vagy az irodában is.',
  id: 'Panduan ini menunjukkan cara menyiapkan pelabuhan dan yang harus dilakukan jika air surut. Jika kapal tidak ada di tempat, anda dapat bertanya di dermaga dengan surat dari kantor.',
  ru: 'Это руководство показывает, как подготовить гавань и что делать, когда вода уходит.',
  uk: 'Цей посібник показує, як підготувати гавань і що робити, коли вода відходить.',
  bg: 'Това ръководство показва как се подготвя пристанището, когато водата спада.',
  el: 'Αυτός ο οδηγός δείχνει πώς ετοιμάζεται το λιμάνι.',
  he: 'המדריך הזה מראה איך מכינים את הנמל.',
  ar: 'يوضح هذا الدليل كيفية تجهيز الميناء عند انحسار الماء.',
  fa: 'این راهنما نشان می‌دهد چگونه بندر را آماده کنید و چه باید کرد.',
  th: 'คู่มือนี้แสดงวิธีเตรียมท่าเรือเมื่อน้ำลง',
  hi: 'यह मार्गदर्शिका बताती है कि बंदरगाह कैसे तैयार करें।',
  ja: 'この案内では、港の準備と潮が引いたときの作業を説明します。',
  ko: '이 안내서는 항구를 준비하는 방법과 물이 빠질 때 할 일을 설명합니다.',
  zh: '本指南说明如何准备港口，以及退潮时应该为船做什么，这样我们会学到更多。',
  'zh-tw': '本指南說明如何準備港口，以及退潮時應該為船做什麼，這樣我們會學到更多。',
  vi: 'Hướng dẫn này cho biết cách chuẩn bị bến cảng và những việc cần làm khi nước rút.',
};

const root = mkdtempSync(join(tmpdir(), 'tidemark-language-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
function space(folder: string, files: Readonly<Record<string, string>>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, folder, path)), { recursive: true });
    writeFileSync(join(root, folder, path), text);
  }
  return folderSpace({ id: folder, title: folder, folder: join(root, folder) }).space;
}

describe('the language of a text', () => {
  it.each(Object.entries(texts))('%s', (language, text) => {
    expect(languageOf(text)).toBe(language);
  });

  it('is told from another in the same script by its own letters', () => {
    expect(languageOf('این یک متن درباره بندر و کشتی‌ها است')).toBe('fa');
    expect(languageOf('يوضح هذا الدليل كيفية تجهيز الميناء في مدينة گدانسك عند انحسار الماء')).toBe('ar');
  });

  it('is not taken from code, addresses and tags, nor guessed from too little', () => {
    expect(languageOf(`\`\`\`\n${texts['en'] ?? ''}\n\`\`\`\n\n${texts['de'] ?? ''}`)).toBe('de');
    expect(
      languageOf(
        `${texts['ja'] ?? ''} Kubernetes Docker API \`the and of to is\` https://example.com/the/and/of`,
      ),
    ).toBe('ja');
    expect(languageOf('Install')).toBeUndefined();
    expect(languageOf('Foo bar baz qux corge grault garply waldo fred plugh xyzzy')).toBeUndefined();
  });

  it('is that of the folder, unless the text says otherwise', () => {
    expect(languageOfFolder('docs/zh_TW', texts['zh'] ?? '')).toBe('zh-tw');
    expect(languageOfFolder('pt-br', texts['pt'] ?? '')).toBe('pt-br');
    expect(languageOfFolder('sl', 'Kratko')).toBe('sl');
    expect(languageOfFolder('it', texts['en'] ?? '')).toBe('en');
    expect(languageOfFolder('js', texts['en'] ?? '')).toBe('en');
    expect(languageOfFolder('js', 'x')).toBeUndefined();
  });
});

describe('a site in several languages', () => {
  const spaces = [
    space('guide', { 'README.md': `# Harbour\n\n${texts['en'] ?? ''}\n` }),
    space('ja', { 'README.md': `# 港\n\n${texts['ja'] ?? ''}\n` }),
    space('arabic', { 'README.md': `# الميناء\n\n${texts['ar'] ?? ''}\n` }),
    aSpace({ 'README.md': '# Port\n' }, { id: 'fr', title: 'fr' }),
  ];
  const site = (locale?: string) => ({
    source: { spaces, specs: [] },
    profile: {
      site: { title: 'Harbour' },
      structure: {
        type: 'siteSpaces' as const,
        structure: spaces.map(({ id, title }, at) => ({
          id: `s-${id}`,
          path: id,
          title,
          default: at === 0,
          space: { id, ...(id === 'fr' ? { language: 'fr' } : {}) },
        })),
      },
      customizations: { site: locale === undefined ? {} : { internationalization: { locale } } },
    },
  });
  const htmlTag = (page: string): string => /<html[^>]*>/.exec(page)?.[0] ?? '';

  it('says of each page which it is in, and speaks it', async () => {
    const { text } = await exported(site('de'), { baseUrl: 'https://example.com/' });
    expect(htmlTag(text('index.html'))).toContain('lang="en"');
    expect(htmlTag(text('ja/index.html'))).toContain('lang="ja"');
    expect(text('ja/index.html')).toContain('検索');
    expect(htmlTag(text('arabic/index.html'))).toContain('lang="ar" dir="rtl"');
    expect(htmlTag(text('fr/index.html'))).toContain('lang="fr"');
    expect(text('fr/index.html')).toContain('Rechercher');
    expect(
      [...text('ja/index.html').matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, ...each]) => each),
    ).toEqual([
      ['en', 'https://example.com/'],
      ['ja', 'https://example.com/ja/'],
      ['ar', 'https://example.com/arabic/'],
      ['fr', 'https://example.com/fr/'],
      ['x-default', 'https://example.com/'],
    ]);
  });

  it.each([
    ['en', 'ar', 'other', '<article lang="ar" dir="rtl">'],
    ['en', 'he', 'other', '<article lang="he" dir="rtl">'],
    ['ar', 'en', 'other', '<article lang="en" dir="ltr">'],
    ['ar', 'he', 'other', '<article lang="he">'],
    ['en', 'ja', 'other', '<article lang="ja">'],
    ['ja', 'en', 'other', '<article lang="en">'],
    ['en', 'fr', 'fr-ca/deep/other', '<article lang="fr-ca">'],
    ['en', 'it', 'de/other', '<article lang="it">'],
    ['en', 'en', 'it/other', '<article>'],
    ['en', 'fr', 'other', '<article>'],
    ['fr', 'fr', 'fr/other', '<article>'],
  ])('in %s says of a page in %s at %s what differs', async (around, own, path, article) => {
    const space = aSpace(
      {
        'README.md': `# Port\n\n${texts[around]}\n`,
        [`${path}.md`]: `# Other\n\n${texts[own]}\n\n\`\`\`js\nconst boat = harbour.find((each) => each.name === 'Port');\n\`\`\`\n`,
      },
      { id: 'port', title: 'Port', language: around },
    );
    const { text, files } = await exported({
      source: { spaces: [space], specs: [] },
      profile: {
        site: { title: 'Port' },
        structure: {
          type: 'siteSpaces',
          structure: [
            { id: 's', path: 'port', title: 'Port', default: true, space: { id: 'port', title: 'Port' } },
          ],
        },
        customizations: { site: {} },
      },
    });

    expect(htmlTag(text('index.html'))).toContain(`lang="${around}"`);
    expect(text('index.html')).toContain('<article>');
    const [, page = ''] = /"([^"]*other)\.html"/.exec(JSON.stringify([...files.keys()])) ?? [];
    expect(text(`${page}.html`)).toContain(article);
  });

  it('has the language of its profile where it is one space', async () => {
    const lone = { ...site('pt'), source: { spaces: spaces.slice(0, 1), specs: [] } };
    const { structure, ...profile } = lone.profile;
    const { text } = await exported({
      ...lone,
      profile: { ...profile, structure: { ...structure, structure: structure.structure.slice(0, 1) } },
    });
    expect(htmlTag(text('index.html'))).toContain('lang="pt"');
    expect(text('index.html')).not.toContain('hreflang');
  });

  it('finds words for a variety of a language that is spoken', () => {
    expect(['pt', 'pt-PT', 'nb', 'zh-Hans', 'de_AT', 'xx'].map((locale) => uiTexts(locale).language)).toEqual(
      ['pt-br', 'pt-br', 'no', 'zh', 'de', 'en'],
    );
  });
});
