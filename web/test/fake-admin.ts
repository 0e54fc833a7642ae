import type { Endpoints, Reply } from '@bitacora/core/contract';
import { type Handlers, Refusal } from './fake-transport.ts';

export type Account = Reply<Endpoints['listUsers']>[number];
export type Topic = Reply<Endpoints['listTopics']>[number];
export type Assignment = Reply<Endpoints['listAssignments']>[number];

export interface AdminData {
  accounts: Account[];
  topics: Topic[];
  assignments: Assignment[];
}

/** An account of an employee who has taken up the invitation; override what the test is about. */
export const anAccount = (overrides: Partial<Account> = {}): Account => ({
  id: 2,
  employeeNumber: '1002',
  firstName: 'José Ángel',
  lastName: 'Peña Villaseñor',
  email: 'empleado@demo.mx',
  level: 'Operativo',
  department: 'OPERACIONES',
  position: 'ANALISTA',
  alias: null,
  phone: null,
  kind: 'Usuario',
  managerId: null,
  isActive: true,
  hasPassword: true,
  hasSecondFactor: false,
  areResetsBlocked: false,
  pendingEmail: null,
  version: 'v1',
  ...overrides,
});

export const aTopic = (overrides: Partial<Topic> = {}): Topic => ({
  id: 1,
  name: 'Inventarios',
  description: 'Conteos y conciliaciones.',
  department: 'OPERACIONES',
  version: 'v1',
  ...overrides,
});

export const anAssignment = (overrides: Partial<Assignment> = {}): Assignment => ({
  id: 5,
  topicId: 1,
  topic: 'Inventarios',
  userId: 3,
  employeeNumber: '1003',
  firstName: 'Ñusta',
  lastName: 'Zárate',
  level: 'Auxiliar',
  position: 'AUXILIAR CONTABLE',
  ...overrides,
});

export const someAdminData = (parts: Partial<AdminData> = {}): AdminData => ({
  accounts: [anAccount()],
  topics: [aTopic()],
  assignments: [],
  ...parts,
});

const done = { success: true } as const;
const nextId = (rows: readonly { id: number }[]) => Math.max(0, ...rows.map(({ id }) => id)) + 1;

/** The calls of administration over `adminData`, with just enough of the product's rules for its screens. */
export function adminAnswers(adminData: AdminData): Handlers {
  const update = (id: number, part: Partial<Account>) => {
    adminData.accounts = adminData.accounts.map((account) => (account.id === id ? { ...account, ...part } : account));
    return done;
  };
  return {
    listUsers: () => adminData.accounts,
    listDepartments: () =>
      [...new Set(adminData.accounts.map(({ department }) => department))].sort().map((department) => ({ department })),
    createUser: (input) => {
      const id = nextId(adminData.accounts);
      adminData.accounts = [...adminData.accounts, anAccount({ ...input, id, hasPassword: false })];
      return { ...done, id };
    },
    updateUser: ({ id, seen: _, ...part }) => update(id, part),
    setUserStatus: ({ id, isActive }) => update(id, { isActive }),
    inviteUser: () => done,
    cancelEmailChange: ({ id }) => update(id, { pendingEmail: null }),

    listTopics: () => adminData.topics,
    createTopic: (input) => {
      if (adminData.topics.some(({ name }) => name.toLowerCase() === input.name.toLowerCase()))
        throw new Refusal(409, 'topic.duplicate', 'Ya existe un tema con ese nombre.');
      const id = nextId(adminData.topics);
      adminData.topics = [...adminData.topics, { ...input, id, version: 'v1' }];
      return { ...done, id };
    },
    updateTopic: ({ id, seen: _, ...part }) => {
      adminData.topics = adminData.topics.map((topic) => (topic.id === id ? { ...topic, ...part } : topic));
      return done;
    },

    listAssignments: () => adminData.assignments,
    assignTopic: ({ topicId, userId }) => {
      const id = nextId(adminData.assignments);
      const topic = adminData.topics.find((each) => each.id === topicId) as Topic;
      const person = adminData.accounts.find((each) => each.id === userId) as Account;
      const { employeeNumber, firstName, lastName, level, position } = person;
      adminData.assignments = [
        ...adminData.assignments,
        { id, topicId, topic: topic.name, userId, employeeNumber, firstName, lastName, level, position },
      ];
      return { ...done, id };
    },
    withdrawTopic: ({ assignmentId }) => {
      adminData.assignments = adminData.assignments.filter(({ id }) => id !== assignmentId);
      return done;
    },
  };
}
