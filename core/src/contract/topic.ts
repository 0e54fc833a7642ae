import * as z from 'zod/mini';
import { editedText, id, optionalText, requiredName, seenVersion } from './wire.ts';
import { renamed } from './wire-names.ts';

const NAME_MAX = 150;
const DEPARTMENT_MAX = 100;
const TEXT_MAX = 2000;

const facts = {
  id: ['id', z.int()],
  name: ['name_project', z.string()],
  description: ['description_project', z.nullable(z.string())],
  department: ['department', z.string()],
} as const;

export const topic = renamed(facts);
export type Topic = z.output<typeof topic>;

/** A topic as those who edit it see it; whoever sends its `version` back overwrites nobody unawares. */
export const editableTopic = renamed({ ...facts, version: ['version', z.string()] });
export type EditableTopic = z.output<typeof editableTopic>;

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

const departmentField = ['department', requiredName(DEPARTMENT_MAX)] as const;

export const newTopic = renamed({
  name: ['name_project', requiredName(NAME_MAX)],
  description: ['description_project', optionalText(TEXT_MAX)],
  department: departmentField,
});
export const editedTopic = renamed({
  id: ['id', id],
  description: ['description_project', editedText(TEXT_MAX)],
  department: departmentField,
  seen: ['version', seenVersion],
});
export const department = renamed({ department: ['department', z.string()] });

export const newAssignment = renamed({ topicId: ['id_project', id], userId: ['id_user', id] });
/** Someone from outside a topic's department who may work under it. */
export const assignment = renamed({
  id: ['id', z.int()],
  topicId: ['id_project', z.int()],
  topic: ['name_project', z.string()],
  userId: ['id_user', z.int()],
  employeeNumber: ['num_employe', z.string()],
  firstName: ['name_user', z.string()],
  lastName: ['last_name', z.string()],
  level: ['level_user', z.string()],
  position: ['position', z.string()],
});
export type Assignment = z.output<typeof assignment>;
