import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { ExportOptions } from '../../src/site/index.ts';
import { aSite, exported, summary } from './site-fixture.ts';

const texts = {
  'SUMMARY.md': summary('* [Home](README.md)', '* [News & more](news/log.md)'),
  'README.md': '# Home\n',
  'news/log.md':
    '# News & more\n\n{% updates %}\n{% update date="2026-01-29" %}\n## Tides <3\n\nSee [home](../README.md) and [below](#older).\u0008\n{% endupdate %}\n{% update date="2026-01-29" %}\nQuiet.\n{% endupdate %}\n{% update date="2026-02-30" %}\nOn no day.\n{% endupdate %}\n{% endupdates %}\n',
};

const feedIn = async (options: Partial<ExportOptions> = {}, input = aSite(texts)): Promise<string> =>
  (await exported(input, options)).text('feed.xml');

const valuesIn = (feed: string, pattern: RegExp): string[] =>
  [...feed.matchAll(pattern)].map(([, value = '']) => value);
const idsIn = (feed: string): string[] => valuesIn(feed, /<id>(.*?)<\/id>/g);

/** The order and the forms of the elements that our feeds have, after RFC 4287. */
const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="http://www.w3.org/2005/Atom"
  targetNamespace="http://www.w3.org/2005/Atom" elementFormDefault="qualified">
<xs:import namespace="http://www.w3.org/XML/1998/namespace"/>
<xs:simpleType name="id"><xs:restriction base="xs:anyURI"><xs:pattern value="[a-z]+:.+"/></xs:restriction></xs:simpleType>
<xs:complexType name="link"><xs:attribute name="rel"/><xs:attribute name="href" type="xs:anyURI" use="required"/></xs:complexType>
<xs:complexType name="content"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="type"/>
<xs:anyAttribute namespace="http://www.w3.org/XML/1998/namespace" processContents="skip"/></xs:extension></xs:simpleContent></xs:complexType>
<xs:complexType name="entry"><xs:sequence><xs:element name="title"/><xs:element name="id" type="id"/><xs:element name="link" type="link"/>
<xs:element name="updated" type="xs:dateTime"/><xs:element name="content" type="content"/></xs:sequence></xs:complexType>
<xs:element name="feed"><xs:complexType><xs:sequence><xs:element name="title"/><xs:element name="id" type="id"/>
<xs:element name="link" type="link" maxOccurs="2"/><xs:element name="updated" type="xs:dateTime"/>
<xs:element name="author"><xs:complexType><xs:sequence><xs:element name="name"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="entry" type="entry" minOccurs="1" maxOccurs="unbounded"/></xs:sequence>
<xs:anyAttribute namespace="http://www.w3.org/XML/1998/namespace" processContents="skip"/></xs:complexType>
<xs:unique name="ids"><xs:selector xpath="*"/><xs:field xpath="id"/></xs:unique></xs:element></xs:schema>`;

describe('the feed of a space', () => {
  it.each([{}, { baseUrl: '/docs' }, { baseUrl: 'https://docs.example.com/' }, { urls: 'file' as const }])(
    'is valid with %j',
    async (options) => {
      const feed = await feedIn(options);

      const { errors } = await validateXML({ xml: feed, schema });
      expect(errors).toEqual([]);
      expect(valuesIn(feed, /<entry>\n<title>(.*?)<\/title>/g)).toEqual(['Tides &lt;3', '2026-01-29']);
    },
  );

  it('keeps its ids without an address, whatever else changes, and has ids of its own', async () => {
    const ids = idsIn(await feedIn());

    expect(ids).toHaveLength(3);
    for (const id of ids)
      expect(id).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    const later = { ...texts, 'news/log.md': texts['news/log.md'].replace('Quiet', 'Loud') };
    expect(idsIn(await feedIn({ urls: 'file' }, aSite(later)))).toEqual(ids);
    expect(idsIn(await feedIn({}, aSite(texts, { id: 'other' })))).not.toContain(ids[1]);
  });

  it('has the addresses of its entries as ids where the site has an address', async () => {
    expect(idsIn(await feedIn({ baseUrl: 'https://docs.example.com/' }))).toEqual([
      'https://docs.example.com/',
      'https://docs.example.com/log#tides-less-than-3',
      'https://docs.example.com/log#update-2026-01-29-1',
    ]);
  });

  it('says which address the links of an entry begin at', async () => {
    const feed = await feedIn({ urls: 'file' });

    expect(valuesIn(feed, /xml:base="(.*?)"/g)[0]).toBe('log.html');
    expect(valuesIn(feed, /href="(.*?)"/g).slice(0, 3)).toEqual([
      'index.html',
      'feed.xml',
      expect.stringMatching(/^log\.html#tides/) as string,
    ]);
  });
});
