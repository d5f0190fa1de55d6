/** Values in a tree of objects, by paths of member names: `styling.theme`. */

type Members = Readonly<Record<string, unknown>>;

export function valueAt(tree: object, path: string): unknown {
  let value: unknown = tree;
  for (const name of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** The tree with `value` at a path; where `value` is undefined, the tree without that member. */
export function withValue<Tree extends object>(tree: Tree, path: string, value: unknown): Tree {
  const [name = '', ...rest] = path.split('.');
  const { [name]: own, ...others } = tree as Members;
  const inner = rest.length === 0 ? value : withValue(isObject(own) ? own : {}, rest.join('.'), value);
  return (inner === undefined ? others : { ...others, [name]: inner }) as Tree;
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
