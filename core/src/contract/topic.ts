import * as z from 'zod/mini';
import { renamed } from './renamed.ts';

export const topic = renamed({
  id: ['id', z.int()],
  name: ['name_project', z.string()],
  description: ['description_project', z.nullable(z.string())],
  department: ['department', z.string()],
});
export type Topic = z.output<typeof topic>;

/** Someone a topic's work can be given to. */
export const candidate = renamed({
  id: ['id', z.int()],
  employeeNumber: ['num_employe', z.string()],
  firstName: ['name_user', z.string()],
  lastName: ['last_name', z.string()],
  position: ['position', z.string()],
  department: ['department', z.string()],
});
export type Candidate = z.output<typeof candidate>;
