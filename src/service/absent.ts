type MayBeAbsent<Value> = null extends Value ? true : undefined extends Value ? true : false;

/** `Fields` with every member that may be null or undefined turned into one that may be left out. */
export type Present<Fields> = {
  [Name in keyof Fields as MayBeAbsent<Fields[Name]> extends true ? never : Name]: Fields[Name];
} & {
  [Name in keyof Fields as MayBeAbsent<Fields[Name]> extends true ? Name : never]?: NonNullable<Fields[Name]>;
};

/** The members that are there: what is NULL in a row is absent in an answer. */
export function present<const Fields extends object>(fields: Fields): Present<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as Present<Fields>;
}
