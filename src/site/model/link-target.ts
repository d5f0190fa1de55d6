/** The target of a link or an image of a text, once the site is known. */
export type LinkTarget =
  | {
      readonly kind: 'page';
      readonly url: string;
      /** The key of the page on the site. */
      readonly key?: string;
      readonly title: string;
      readonly icon?: string;
      readonly emoji?: string;
      readonly description?: string;
    }
  | {
      readonly kind: 'file';
      readonly url: string;
      /** The file's path in the space's folder. */
      readonly path: string;
      /** The site space that has the file, when that is not the page's own. */
      readonly space?: string;
      readonly name: string;
      readonly size?: number;
      readonly dimensions?: { readonly width: number; readonly height: number };
      /** Smaller forms of a picture, the smallest first. */
      readonly sizes?: readonly { readonly width: number; readonly url: string }[];
    }
  | { readonly kind: 'external'; readonly url: string }
  | { readonly kind: 'broken'; readonly written: string; readonly reason: string };
