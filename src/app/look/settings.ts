/** The settings of a site's look that a form has a field for, each by its path in the profile. */

/** A setting with a list of choices, with a colour, or with on and off. */
export type Setting =
  | {
      readonly kind: 'choice';
      readonly path: string;
      readonly label: string;
      /** The values that somebody may choose, each with its name for people. */
      readonly choices: readonly (readonly [value: string, words: string])[];
    }
  | { readonly kind: 'color' | 'flag'; readonly path: string; readonly label: string };

/** Settings that the form shows together. */
export interface SettingsGroup {
  readonly title: string;
  /** Whether the form shows them folded until somebody opens them. */
  readonly folded: boolean;
  readonly settings: readonly Setting[];
}

const pair = (path: string, label: string): Setting[] => [
  { kind: 'color', path: `${path}.light`, label: `${label}, light` },
  { kind: 'color', path: `${path}.dark`, label: `${label}, dark` },
];

/** The choice that the form shows for a font file of the site's own; the form cannot change such a font. */
export const ownFont = 'own';

const fonts = [
  'ABCFavorit', 'Inter', 'Roboto', 'RobotoSlab', 'OpenSans', 'SourceSansPro', 'Lato', 'Ubuntu', 'Raleway',
  'Merriweather', 'Overpass', 'NotoSans', 'IBMPlexSerif', 'Poppins', 'FiraSans',
]; // prettier-ignore

const languages = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['es', 'Español'],
  ['fr', 'Français'],
  ['nl', 'Nederlands'],
  ['no', 'Norsk'],
  ['pt-br', 'Português (Brasil)'],
  ['ja', '日本語'],
  ['zh', '中文'],
] as const;

export const settingsGroups: readonly SettingsGroup[] = [
  {
    title: 'Theme and colours',
    folded: false,
    settings: [
      {
        kind: 'choice',
        path: 'styling.theme',
        label: 'Theme',
        choices: [
          ['clean', 'Clean'],
          ['muted', 'Muted'],
          ['bold', 'Bold'],
          ['gradient', 'Gradient'],
        ],
      },
      {
        kind: 'choice',
        path: 'themes.default',
        label: 'Begins',
        choices: [
          ['light', 'Light'],
          ['dark', 'Dark'],
        ],
      },
      { kind: 'flag', path: 'themes.toggeable', label: 'Readers switch between light and dark' },
      ...pair('styling.primaryColor', 'Main colour'),
    ],
  },
  {
    title: 'Shape',
    folded: true,
    settings: [
      {
        kind: 'choice',
        path: 'header.preset',
        label: 'Header',
        choices: [
          ['default', 'As the page'],
          ['bold', 'In the main colour'],
          ['contrast', 'In contrast to the page'],
          ['custom', 'In colours of its own'],
          ['none', 'None'],
        ],
      },
      {
        kind: 'choice',
        path: 'styling.corners',
        label: 'Corners',
        choices: [
          ['straight', 'Straight'],
          ['rounded', 'Rounded'],
          ['circular', 'Round'],
        ],
      },
      {
        kind: 'choice',
        path: 'styling.depth',
        label: 'Shadows',
        choices: [
          ['subtle', 'Subtle'],
          ['flat', 'None'],
        ],
      },
      {
        kind: 'choice',
        path: 'styling.links',
        label: 'Links',
        choices: [
          ['default', 'In the main colour'],
          ['accent', 'Underlined in the main colour'],
        ],
      },
      {
        kind: 'choice',
        path: 'styling.sidebar.background',
        label: 'Side bar',
        choices: [
          ['default', 'As the page'],
          ['filled', 'Filled'],
        ],
      },
      {
        kind: 'choice',
        path: 'styling.sidebar.list',
        label: 'The present page in the side bar',
        choices: [
          ['default', 'As usual'],
          ['pill', 'As a pill'],
          ['line', 'With a line'],
        ],
      },
      {
        kind: 'choice',
        path: 'styling.search',
        label: 'Search',
        choices: [
          ['prominent', 'In the middle of the header'],
          ['subtle', 'At its side'],
        ],
      },
      {
        kind: 'choice',
        path: 'styling.font',
        label: 'Font',
        choices: fonts.map((name) => [name, name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')] as const),
      },
    ],
  },
  {
    title: 'Colours of hints',
    folded: true,
    settings: [
      ...pair('styling.infoColor', 'Information'),
      ...pair('styling.successColor', 'Success'),
      ...pair('styling.warningColor', 'Warning'),
      ...pair('styling.dangerColor', 'Danger'),
    ],
  },
  {
    title: 'Language and pages',
    folded: true,
    settings: [
      { kind: 'choice', path: 'internationalization.locale', label: 'Language', choices: languages },
      { kind: 'flag', path: 'pagination.enabled', label: 'Pages lead to the next and the previous one' },
      { kind: 'flag', path: 'pageActions.markdown', label: 'Pages are offered as markdown' },
      { kind: 'flag', path: 'pdf.enabled', label: 'Pages can be printed' },
      { kind: 'flag', path: 'trademark.enabled', label: 'The foot says what the site is made with' },
    ],
  },
];

/** Pictures that a site may have: each one for light and one for dark. */
export const pictureSettings = [
  { path: 'header.logo', label: 'Logo' },
  { path: 'favicon.icon', label: 'Icon' },
  { path: 'footer.logo', label: 'Logo at the foot' },
] as const;

/** Colours that a look has only when a box is checked or a choice made. */
export const tintPath = 'styling.tint.color';
export const headerColors = [
  { path: 'header.backgroundColor', label: 'Header' },
  { path: 'header.linkColor', label: 'Links in the header' },
] as const;

/** Each setting of every group. */
export const simpleSettings: readonly Setting[] = settingsGroups.flatMap(({ settings }) => settings);
