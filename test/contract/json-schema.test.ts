import fc from 'fast-check';
import { Type as TypeBox } from 'typebox';
import { expect, test } from 'vitest';
import { Type } from '../../src/base/index.ts';

type Build = (make: typeof Type) => Parameters<typeof Type.Array>[0];

const texts = fc.string({ maxLength: 6 });
const options = fc.option(fc.record({ description: texts, default: texts }, { requiredKeys: [] }), {
  nil: undefined,
});

/** Schemas as programs, so that one program can run with either set of makers. */
const { schema } = fc.letrec<{ schema: Build; leaf: Build }>((tie) => ({
  leaf: fc.oneof(
    fc.tuple(fc.constantFrom('Boolean', 'Integer', 'Null', 'Number', 'String', 'Unknown'), options).map(
      ([kind, more]): Build =>
        (make) =>
          make[kind](more ?? {}),
    ),
    fc.oneof(texts, fc.integer(), fc.boolean()).map(
      (value): Build =>
        (make) =>
          make.Literal(value),
    ),
    texts.map(
      (name): Build =>
        (make) =>
          make.Unsafe<unknown>({ $ref: name }),
    ),
  ),
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    tie('schema').map(
      (items): Build =>
        (make) =>
          make.Array(items(make), { minItems: 1 }),
    ),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map(
      (members): Build =>
        (make) =>
          make.Union(members.map((member) => member(make))),
    ),
    fc
      .dictionary(fc.stringMatching(/^[a-z]{1,3}$/), fc.tuple(tie('schema'), fc.boolean()), { maxKeys: 4 })
      .map(
        (members): Build =>
          (make) =>
            make.Object(
              Object.fromEntries(
                Object.entries(members).map(([name, [member, may]]) => [
                  name,
                  may ? make.Optional(member(make)) : member(make),
                ]),
              ),
              { additionalProperties: false },
            ),
      ),
    tie('schema').map(
      (value): Build =>
        (make) =>
          make.Record(make.String({ pattern: '^[a-z]+$' }), value(make), { default: {} }),
    ),
  ),
}));

test('our makers of schemas print the same JSON as TypeBox, whose types they borrow', () => {
  fc.assert(
    fc.property(schema, (build) => {
      expect(JSON.stringify(build(Type))).toBe(JSON.stringify(build(TypeBox)));
    }),
  );
});

test('an optional property has the same schema as a required one', () => {
  const title = Type.String({ minLength: 1 });

  const optional = Type.Object({ title: Type.Optional(title) });

  expect(optional).toEqual({ type: 'object', properties: { title: { type: 'string', minLength: 1 } } });
  expect(Type.Object({ title })).toEqual({
    type: 'object',
    required: ['title'],
    properties: { title: { type: 'string', minLength: 1 } },
  });
});
