import * as z from 'zod/mini';
import { validation } from '../messages/validation.ts';
import { typeError } from './wire.ts';
import { renamed } from './wire-names.ts';

const words = { true: true, '1': true, on: true, false: false, '0': false, '': false } as const;

/** Yes or no, as JSON says it or as a form does; absent is no. */
const mark = z.codec(
  z.optional(z.nullable(z.union([z.boolean(), z.string()], { error: typeError(validation.notYesNo) }))),
  z.optional(z.boolean()),
  {
    decode: (given, { issues }) => {
      if (typeof given === 'boolean') return given;
      const known = Object.entries(words).find(([word]) => word === (given ?? '').toLowerCase());
      if (known) return known[1];
      issues.push({ code: 'custom', input: given, message: validation.notYesNo });
      return z.NEVER;
    },
    encode: (flag) => flag,
  },
);

/** How a workbook of people is taken: checked only, or sent back with what is wrong in it; neither stores anybody. */
export const importRequest = renamed({ isRehearsal: ['dry_run', mark], isAnnotated: ['annotated', mark] });

const importRow = renamed({
  row: ['row', z.int()],
  employeeNumber: ['num_employe', z.string()],
  firstName: ['name_user', z.string()],
  lastName: ['last_name', z.string()],
  email: ['email', z.string()],
  department: ['department', z.string()],
  position: ['position', z.string()],
  isPrivileged: ['privileged', z.boolean()],
});

/** `count` people were registered, or would be. The rows are a rehearsal's: the first ones, and those that would gain privilege. */
export const importReply = renamed({
  success: ['success', z.literal(true)],
  count: ['count', z.int()],
  isRehearsal: ['dry_run', z.boolean()],
  rows: ['rows', z.array(importRow)],
  privileged: ['privileged', z.array(importRow)],
  privilegedTotal: ['privileged_total', z.int()],
});
export type ImportReply = z.output<typeof importReply>;
