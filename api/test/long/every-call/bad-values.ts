import type { Schema } from '../../documented.ts';

/** Numbers that look random and are the same at every run (mulberry32). */
export function dice(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, pick: <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item };
}
export type Dice = ReturnType<typeof dice>;

const objects: object[] = [
  {},
  { a: 1 },
  { toString: 'x' },
  { $gt: '' },
  { length: 3 },
  { length: { toString: 'x' } },
  { length: [], valueOf: 1 },
  { value: 'x' },
  { constructor: { name: 'x' } },
];
const lists = [[], [1], ['x'], [null], [[]], [{}], ['2026-12-01'], ['Normal', 'High']];
const notANumber = [
  '',
  ' ',
  'x',
  '1 or 1=1',
  '1;drop table users',
  "1'",
  '1e3',
  '0x10',
  '+1',
  '-1',
  '1.5',
  '1,5',
  '١',
  'NaN',
  'null',
  ' 1',
  '1 ',
];
const outOfRange = [0, -1, 1.5, 1e21, -1e308, 2_147_483_648, 9_007_199_254_740_992, '9223372036854775807', '9223372036854775808'];
const farBelow = ['-9223372036854775809', '99999999999999999999', '00000000000000000000001'];
const notADay = ['2026-02-30', '2026-13-01', '2026-00-10', '2026-11-31', '2027-02-29', '0000-00-00', '2026-1-1', '20261101', '01/11/2026'];
const notADay2 = ['2026-11-20T00:00:00Z', '+002026-01-01', '9999999-01-01', '-2026-01-01', 'mañana', 'infinity', 'now', '٢٠٢٦-١١-٢٠'];
const notAWord = ['x', 'normal ', 'NORMAL', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'Normal\u0000', '1', "Normal' --"];
const notWritable = ['a\u0000b', '\ud800', 'x\udfff', '\u0007', 'fin\u001b[2J', '\u007f', '\u0000'];
const wrongForText = [7, -1, 1.5, 1e308, true, false];

/** Something of the wrong shape, a little deeper each time. */
function nested(roll: Dice, depth = roll.below(4)): unknown {
  if (depth === 0) return roll.pick([...objects, ...lists]);
  const inner = nested(roll, depth - 1);
  return roll.pick<unknown>([[inner], { [roll.pick(['a', 'id', '__proto', 'length', '0'])]: inner }, [inner, inner]]);
}
const letters = (roll: Dice, size: number) => Array.from({ length: size }, () => roll.pick([...'abñÁ9=<%_"\'🙂 '])).join('');

/** Longer than that by one or more, and not by blanks at its ends, which are cut off before anybody counts. */
const tooMuch = (roll: Dice, max: number) => `a${letters(roll, max - 1 + roll.below(500))}z`;

/** The part of a schema that a value in its place must satisfy, null aside. */
function withoutNull(schema: Schema): Schema {
  if (Array.isArray(schema.type)) return { ...schema, type: schema.type.find((type) => type !== 'null') };
  const kinds = (schema.anyOf as Schema[] | undefined)?.filter(({ type }) => type !== 'null').map(withoutNull) ?? [];
  return (
    kinds.find(({ type, format }) => type === 'array' || type === 'integer' || format) ??
    kinds.find(({ const: only }) => only !== '') ??
    schema
  );
}

/** A value that no call may take where the schema stands. */
export function badValue(given: Schema, roll: Dice, isRequired: boolean): unknown {
  const schema = withoutNull(given);
  const isNullable = JSON.stringify(given).includes('"null"') || !isRequired;
  const missing = isNullable ? [] : [null, undefined];
  const anyType = () => nested(roll);
  const max = schema.maxLength as number | undefined;
  const either = (...kinds: (() => unknown)[]) => roll.pick(kinds)();

  if (schema.type === 'array')
    return either(
      () => roll.pick<unknown>([7, 'x', true, {}, { 0: 'x' }, { length: 1 }]),
      () => [badItem(schema.items as Schema, roll)],
      () => Array.from({ length: 501 }, () => 'x'),
    );
  if (schema.type === 'boolean') return roll.pick<unknown>(['true', 'SI', 1, 0, 'x', [], {}, [true], '']);
  if (schema.type === 'integer')
    return either(
      () => roll.pick<unknown>(isNullable ? notANumber.filter(Boolean) : [...notANumber, ...missing]),
      () => roll.pick<unknown>([...outOfRange, ...farBelow, true, false]),
      () => `${roll.below(1e9)}${roll.pick(['.', 'e', 'n', '_0', ' ', '%00'])}`,
      anyType,
    );
  if (schema.format === 'date')
    return either(
      () => roll.pick<unknown>([...notADay, ...notADay2, ...wrongForText, ...missing]),
      () => `${1000 + roll.below(9000)}-${13 + roll.below(80)}-${10 + roll.below(20)}`,
      () => letters(roll, 10),
      anyType,
    );
  if (schema.enum)
    return either(
      () => roll.pick<unknown>([...notAWord, ...wrongForText, ...missing]),
      () => `${letters(roll, 1 + roll.below(20))}?`,
      anyType,
    );
  return either(
    () => roll.pick<unknown>([...wrongForText, ...missing]),
    () => (max ? tooMuch(roll, max) : anyType()),
    () => `${letters(roll, 5)}${roll.pick(notWritable)}`,
    anyType,
  );
}

/** An item that makes its list a bad one. */
const badItem = (items: Schema, roll: Dice): unknown =>
  items.anyOf || Array.isArray(items.type) || roll.below(2) === 0
    ? roll.pick<unknown>([nested(roll), true, null, 1.5, -1])
    : (badValue(items, roll, true) ?? null);

/** JSON whose keys are also those of every object. */
export const withKeysOfEveryObject = (json: string) =>
  json
    .replace(/^\{/, '{"__proto__": {"isAdmin": true}, "constructor": {"prototype": {"isAdmin": true}}, "prototype": 1, "isAdmin": true, ')
    .replace(', }', '}');
