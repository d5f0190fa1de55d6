type MayBeAbsent<Value> = null extends Value ? true : undefined extends Value ? true : false;

/** `Fields` where every member that may be null or undefined is optional instead. */
export type WithoutNulls<Fields> = {
  [Name in keyof Fields as MayBeAbsent<Fields[Name]> extends true ? never : Name]: Fields[Name];
} & {
  [Name in keyof Fields as MayBeAbsent<Fields[Name]> extends true ? Name : never]?: NonNullable<Fields[Name]>;
};

/** The members with a value: a NULL in a row is an absent member of an answer. */
export function withoutNulls<const Fields extends object>(fields: Fields): WithoutNulls<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as WithoutNulls<Fields>;
}
