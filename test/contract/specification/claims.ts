/** What the specification says about one place of the contract. */
export type Claim =
  | { readonly kind: 'operation'; readonly at: Place }
  | { readonly kind: 'field'; readonly at: Place }
  | { readonly kind: 'required'; readonly at: Place }
  | { readonly kind: 'optional'; readonly at: Place }
  | { readonly kind: 'nullable'; readonly at: Place }
  | {
      readonly kind: 'keyword';
      readonly at: Place;
      readonly keyword: Keyword;
      readonly value: number | string;
    }
  | { readonly kind: 'value'; readonly at: Place; readonly value: string }
  | { readonly kind: 'result'; readonly at: Place; readonly type: string | null; readonly list: boolean };

/** `minimum` and `maximum` mean the bound of a text, a list or a number, depending on the place. */
export type Keyword = 'minimum' | 'maximum' | 'pattern' | 'format' | 'type';

/** A root (`Space`, or `GET /v1/orgs query`) and the names of fields below it; `[]` steps into a list or a map. */
export interface Place {
  readonly root: string;
  readonly path: readonly string[];
}

export function printPlace({ root, path }: Place): string {
  return [root, ...path].join(' . ');
}

export function printClaim(claim: Claim): string {
  const place = printPlace(claim.at);
  switch (claim.kind) {
    case 'operation':
      return `${place}: the operation is missing`;
    case 'field':
      return `${place}: the field is missing`;
    case 'required':
      return `${place}: should be required`;
    case 'optional':
      return `${place}: should be optional`;
    case 'nullable':
      return `${place}: should take null`;
    case 'keyword':
      return `${place}: should have ${claim.keyword} ${claim.value}`;
    case 'value':
      return `${place}: should allow "${claim.value}"`;
    case 'result':
      return `${place}: should answer ${claim.type === null ? 'nothing' : `${claim.list ? 'a list of ' : ''}${claim.type}`}`;
  }
}
