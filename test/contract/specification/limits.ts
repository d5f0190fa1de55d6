import type { Claim } from './claims.ts';
import type { Section } from './document.ts';
import { readLimits } from './notation.ts';

const site = '/v1/orgs/{organizationId}/sites/{siteId}';

/** The places of the subjects in the specification's limit table; ` / ` separates several subjects of one row. */
const subjects: Readonly<Record<string, readonly (readonly [root: string, ...path: string[]])[]>> = {
  'Collection title': [
    ['Collection', 'title'],
    ['POST /v1/orgs/{organizationId}/collections body', 'title'],
    ['PATCH /v1/collections/{collectionId} body', 'title'],
  ],
  'Collection description': [
    ['Collection', 'description'],
    ['PATCH /v1/collections/{collectionId} body', 'description'],
  ],
  'Space title': [
    ['Space', 'title'],
    ['PATCH /v1/spaces/{spaceId} body', 'title'],
  ],
  'Space emoji': [
    ['Space', 'emoji'],
    ['PATCH /v1/spaces/{spaceId} body', 'emoji'],
  ],
  'Site title': [
    ['Site', 'title'],
    ['POST /v1/orgs/{organizationId}/sites body', 'title'],
    [`PATCH ${site} body`, 'title'],
  ],
  'Site hostname': [['Site', 'hostname']],
  'Site basename': [
    ['Site', 'basename'],
    [`PATCH ${site} body`, 'basename'],
  ],
  'Site section title (create': [[`POST ${site}/sections body`, 'title']],
  'Site section title update)': [
    ['SiteSection', 'title'],
    [`PATCH ${site}/sections/{siteSectionId} body`, 'title'],
  ],
  'Site section description, path': [],
  'Site section and site space condition': [
    ['SiteSection', 'condition'],
    ['SiteSpace', 'condition'],
    [`PATCH ${site}/sections/{siteSectionId} body`, 'condition'],
    [`PATCH ${site}/site-spaces/{siteSpaceId} body`, 'condition'],
  ],
  'Site space path': [
    ['SiteSpace', 'path'],
    [`PATCH ${site}/site-spaces/{siteSpaceId} body`, 'path'],
  ],
  'Site section group title': [
    ['SiteSectionGroup', 'title'],
    [`POST ${site}/section-groups body`, 'title'],
    [`PATCH ${site}/section-groups/{siteSectionGroupId} body`, 'title'],
  ],
  'Icon name': [
    ['SiteSection', 'icon'],
    ['SiteSectionGroup', 'icon'],
    [`PATCH ${site}/sections/{siteSectionId} body`, 'icon'],
    [`POST ${site}/section-groups body`, 'icon'],
    [`PATCH ${site}/section-groups/{siteSectionGroupId} body`, 'icon'],
  ],
  'Change request subject': [
    ['ChangeRequest', 'subject'],
    ['POST /v1/spaces/{spaceId}/change-requests body', 'subject'],
    ['PATCH /v1/spaces/{spaceId}/change-requests/{changeRequestId} body', 'subject'],
  ],
  'Custom field name': [
    ['CustomField', 'name'],
    ['POST /v1/orgs/{organizationId}/custom-fields body', 'name'],
  ],
  'Custom field title': customField('title'),
  'Custom field description': customField('description'),
  'Custom field placeholder': customField('placeholder'),
  'Custom field options': customField('options'),
  'Organization title': [
    ['Organization', 'title'],
    ['PATCH /v1/orgs/{organizationId} body', 'title'],
  ],
  'Organization hostname': [
    ['Organization', 'hostname'],
    ['PATCH /v1/orgs/{organizationId} body', 'hostname'],
  ],
  Subdomain: [['Subdomain', 'subdomain']],
  'Search query': [['GET /v1/orgs/{organizationId}/search query', 'query']],
  'OpenAPI slug': [
    ['OpenAPISpec', 'slug'],
    ['POST /v1/orgs/{organizationId}/openapi body', 'slug'],
  ],
  'OpenAPI source URL': [
    ['OpenAPISpec', 'sourceURL'],
    ['POST /v1/orgs/{organizationId}/openapi body', 'source', 'url'],
    ['PUT /v1/orgs/{organizationId}/openapi/{specSlug} body', 'source', 'url'],
  ],
  'Translation settings title': [
    ['TranslationSettings', 'title'],
    ['POST /v1/orgs/{organizationId}/translations body', 'title'],
    ['PUT /v1/orgs/{organizationId}/translations/{translationSettingsId} body', 'title'],
  ],
  'SAML label': saml('label'),
  'SAML entityID': saml('entityID'),
  'SAML certificate': saml('certificate'),
  'SAML ssoURL': saml('ssoURL'),
  'Integration title': integration('title'),
  'Integration description': integration('description'),
  'Integration summary': integration('summary'),
  'Integration preview images': integration('previewImages'),
  'Integration external links': integration('externalLinks'),
};

/** Subjects that are in no schema, with the reason. */
const elsewhere: Readonly<Record<string, string>> = {
  'Deleted space retention': 'a rule of time, kept by the service',
};

function customField(name: string): readonly (readonly [string, string])[] {
  return [
    ['CustomField', name],
    ['POST /v1/orgs/{organizationId}/custom-fields body', name],
    ['PATCH /v1/orgs/{organizationId}/custom-fields/{fieldName} body', name],
  ];
}

function saml(name: string): readonly (readonly [string, string])[] {
  return [
    ['SAMLProvider', name],
    ['POST /v1/orgs/{organizationId}/saml body', name],
    ['PATCH /v1/orgs/{organizationId}/saml/{samlProviderId} body', name],
  ];
}

function integration(name: string): readonly (readonly [string, string])[] {
  return [
    ['Integration', name],
    ['POST /v1/integrations/{integrationName} body', name],
  ];
}

/** Claims of the table of limits. A subject without a mapping fails the reading, so that no limit is missed. */
export function limitClaims(section: Section, listRoots: readonly string[]): Claim[] {
  return (section.tables[0]?.rows ?? []).flatMap(([subject = '', limit = '']) => {
    if (elsewhere[subject] !== undefined) return [];
    if (subject.startsWith('Page size')) {
      return listRoots.flatMap((root) => claimsAt([[`${root} query`, 'limit']], limit));
    }
    if (subject === 'Site section description, path') {
      const [description = '', path = ''] = limit.split(', ');
      const patch = `PATCH ${site}/sections/{siteSectionId} body`;
      return [
        ...claimsAt(
          [
            ['SiteSection', 'description'],
            [patch, 'description'],
          ],
          description,
        ),
        ...claimsAt(
          [
            ['SiteSection', 'path'],
            [patch, 'path'],
          ],
          path,
        ),
      ];
    }
    const names = subject.split(' / ');
    const limits = limit.split(' / ');
    return names.flatMap((name, index) => {
      const places = subjects[name] ?? subjects[`${commonPrefix(names[0]!, name)} ${name}`];
      if (places === undefined) throw new Error(`the limit of "${subject}" has no place in the contract`);
      return claimsAt(places, limits[index] ?? limits[0]!);
    });
  });
}

/** `Custom field name / title`: the words before the first name belong to all of them. */
function commonPrefix(first: string, name: string): string {
  const words = first.split(' ');
  for (let count = words.length - 1; count > 0; count--) {
    const prefix = words.slice(0, count).join(' ');
    if (subjects[`${prefix} ${name}`] !== undefined) return prefix;
  }
  return '';
}

function claimsAt(places: readonly (readonly [string, ...string[]])[], limit: string): Claim[] {
  const limits = readLimits(limit.replace(/, pattern as in .*/, ''));
  return places.flatMap(([root, ...path]) =>
    limits.map(({ keyword, value }): Claim => ({ kind: 'keyword', at: { root, path }, keyword, value })),
  );
}
