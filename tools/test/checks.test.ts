import { describe, expect, it } from 'vitest';
import { citationComplaints } from '../checks/citations.ts';
import { machineTraces, sources } from '../checks/repository.ts';
import { exactPins, singleVersions } from '../checks/supply-chain.ts';
import { vocabularyComplaints, wireNames } from '../checks/vocabulary.ts';

const file = (path: string, text: string) => [{ path, text }];
const catalog = { path: 'pnpm-workspace.yaml', text: 'catalog:\n  react: 19.3.1\n' };

describe('the checks look at the repository', () => {
  const paths = sources().map(({ path }) => path);
  it.each(['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'core/package.json', 'tools/check.ts', '.ci/run', '.env.example'])('%s', (path) => {
    expect(paths).toContain(path);
  });
});

describe('wire names', () => {
  it.each(['objetive_project', 'activitie_id', 'num_employe', 'motive_extension'])('%s is refused outside the contract', (name) => {
    expect(wireNames(file('web/src/activities/home/home.tsx', `a\nconst x = row.${name};`))).toEqual([
      expect.stringContaining('home.tsx:2'),
    ]);
    expect(wireNames(file('core/src/contract/activities/activity.ts', name))).toEqual([]);
    expect(wireNames(file('core/test/contract/golden.json', name))).toEqual([]);
  });
});

describe('wire names in use cases', () => {
  const contract = { path: 'core/src/contract/a.ts', text: "renamed({ dueOn: ['due_date', day], status: ['state', z.string()] })" };
  it.each([
    ["invalid('due_date', 'dueInPast')", 1],
    ["invalid('dueOn', 'dueInPast')", 0],
  ] as const)('%s: %i', (text, count) => {
    expect(wireNames([contract, { path: 'core/src/use-cases/activities/a.ts', text }])).toHaveLength(count);
    expect(wireNames([contract, { path: 'core/src/domain/a.ts', text }])).toEqual([]);
  });
});

describe('vocabulary', () => {
  const IN_TESTS_TOO = /found|whoever|word|\bOf |Whose |\.\.\.\{/;
  const long = `/** ${'word '.repeat(26)} */`;
  it.each([
    ['core/src/a.ts', 'const shownOf = 1;', 'a.ts:1: shownOf'],
    ['core/src/sweep.ts', '', 'sweep.ts: sweep'],
    ['core/src/a.ts', 'interface Hub {\n  tell(id: number): void;\n}', 'a.ts:2: tell'],
    ['api/src/a.ts', 'return {\n  async tidyUp() {\n    await end();\n  },\n};', 'a.ts:2: tidyUp'],
    ['bot/src/a.ts', 'interface Task {\n  announcements?: string[];\n}', 'a.ts:2: announcements'],
    ['web/src/a.ts', 'const facts = { missedSweepAt: null };', 'a.ts:1: missedSweepAt'],
    ['core/test/sweeps/a.test.ts', '', 'a.test.ts: sweeps'],
    ['e2e/office.test.ts', '', 'office.test.ts: office'],
    ['core/src/a.ts', '\n  const found = 1;', 'a.ts:2: found: name the thing itself'],
    ['core/src/a.ts', '// For whoever asks.', "'whoever'"],
    ['core/src/a.ts', '/** Of one moment. */', "begins with 'Of'"],
    ['core/src/a.ts', '/**\n * Whose work it is.\n */', "begins with 'Whose'"],
    ['core/src/a.ts', '// Of the program.', "a.ts:1: a comment that begins with 'Of'"],
    ['docs/a.md', 'It tells them.', "'tells'"],
    ['core/src/a.ts', long, '26 words'],
    ['core/src/persistence/a.ts', 'db.raw(`select 1`)', 'move the statement'],
    ['core/src/persistence/a.ts', "connection.query(to('copy users to stdout'))", 'move the statement'],
    ['api/src/http/a.ts', "await db('users').first()", 'use a model'],
    ['api/src/a.ts', "/* Qué es «a». */\nfail('No se encontró.');", 'a.ts:2: a Spanish sentence'],
    ['cli/src/a.ts', 'fail("No cambia el tema");', 'a.ts:1: a Spanish sentence'],
    ['bot/src/a.ts', "fail('Abre https:// o acércate');", 'a.ts:1: a Spanish sentence'],
    ['web/src/a.tsx', 'const one = {\n  ...{ a: 1 },\n};', 'a.tsx:2: a spread of a literal object'],
  ])('%s with %j is refused', (path, text, complaint) => {
    expect(vocabularyComplaints(file(path, text))).toEqual([expect.stringContaining(complaint)]);
    expect(vocabularyComplaints(file('core/test/a.test.ts', path.endsWith('.md') ? '' : text))).toHaveLength(
      IN_TESTS_TOO.test(text) ? 1 : 0,
    );
  });

  it.each([
    "it('', () => {\n  const told = 1;\n});",
    'lines.map((told) => told);',
    'lines.map((line: string, told: number) => told);',
    'lines.map(told => told);',
    'function on(told = 1) {}',
    'const [line, told] = lines;',
    'const { line: told } = lines;',
    'lines.map(({ line: told }) => told);',
    'it.each<[line: string, told: number]>([]);',
    'interface Page {\n  told: string[];\n}',
  ])('refuses a bare participle as a name in a test: %j', (text) => {
    expect(vocabularyComplaints(file('core/test/a.test.ts', text))).toEqual([expect.stringContaining('told: name the thing itself')]);
  });

  it.each(['lines.map((kept) => kept);', 'interface Page {\n  kept: string[];\n}', 'const { line: kept } = lines;'])(
    'refuses a bare participle as a name in the product: %j',
    (text) => {
      expect(vocabularyComplaints(file('core/src/a.ts', text))).toEqual([expect.stringContaining('kept: name the thing itself')]);
    },
  );

  it.each(['interface Row {\n  letter: string;\n}', "actor({ kind: 'sweep', job: told });", '/** It says `tell: 1`. */'])(
    'accepts stored names and words in texts: %j',
    (text) => {
      expect(vocabularyComplaints(file('core/src/a.ts', text))).toEqual([]);
    },
  );

  it.each(['interface Composed {', 'function read() {\n  interface Walked {', 'export type Counted = number;'])(
    'refuses a type that is named by a participle: %j',
    (text) => {
      expect(vocabularyComplaints(file('core/test/a.test.ts', text))).toEqual([expect.stringContaining('a type is named by a noun')]);
    },
  );

  it.each(['class Refused extends Error {}', 'type Feed = string;', 'interface ComposedMail {', 'type Deed = string;'])(
    'accepts the type %j',
    (text) => {
      expect(vocabularyComplaints(file('core/test/a.test.ts', text))).toEqual([]);
    },
  );

  it.each(['const { told } = reply;', "expect(reply).toEqual({ kind: 'a', told: 1, known: found });", 'const given = 1;'])(
    'lets a test name a field of the product, and say "given": %j',
    (text) => {
      expect(vocabularyComplaints(file('core/test/a.test.ts', text))).toEqual([]);
    },
  );

  it('refuses files that import each other, types included', () => {
    const one = { path: 'core/src/one.ts', text: "import type { B } from './two.ts';" };
    const two = { path: 'core/src/two.ts', text: "import { a } from './one.ts';" };
    expect(vocabularyComplaints([one, two])).toEqual([expect.stringContaining('core/src/one.ts → core/src/two.ts')]);
  });

  it('refuses a type name with two meanings', () => {
    const files = ['a', 'b'].map((name) => ({ path: `core/src/${name}.ts`, text: 'type Reply = 1;\n' }));
    expect(vocabularyComplaints(files.slice(1))).toEqual([]);
    expect(vocabularyComplaints(files)).toEqual([expect.stringContaining('core/src/a.ts core/src/b.ts: Reply')]);
  });

  it('refuses a class that two sheets style, in any rule', () => {
    const sheet = (name: string, text: string) => ({ path: `web/src/${name}.css`, text });
    expect(vocabularyComplaints([sheet('a', '.pager { gap: 0; }'), sheet('b', '.row { gap: 0; }')])).toEqual([]);
    expect(vocabularyComplaints([sheet('a', '.pager { gap: 0; }'), sheet('b', '.row > .pager { gap: 0; }')])).toEqual([
      expect.stringContaining('web/src/a.css web/src/b.css: web .pager'),
    ]);
  });

  it('leaves names of the database and globs in strings alone', () => {
    expect(vocabularyComplaints(file('core/migrations/0042_sweep_indexes.ts', 'create function tell_changes()'))).toEqual([]);
    expect(vocabularyComplaints(file('vitest.config.ts', `['api/load/**', '${'word '.repeat(30)}*/']`))).toEqual([]);
  });
});

describe('citations', () => {
  const files = (text: string) => [
    { path: 'docs/a.md', text },
    { path: 'core/src/server.ts', text: '' },
    { path: 'docs/decisions/0014-a.md', text: '' },
  ];
  it.each([
    ['`core/src/server.ts` starts it', 0],
    ['`core/src/removed.ts` started it', 1],
    ['`src/server.ts` starts it, and `server.ts`', 0],
    ['`src/removed.ts` started it, and `removed.ts`', 2],
    ['[the server](../core/src/server.ts)', 0],
    ['[the server](../core/src/removed.ts)', 1],
    ['docs/product.md, 99', 1],
    ['(specification, sections 5 and 8)', 1],
    ["the specification's, sections 5 and 8", 1],
    ['The specification’s default', 1],
    ['in the words of the specification', 1],
    ['the Standard Webhooks specification, the XDG specification, RFC 6749', 0],
    ['Decisions, section 2', 1],
    ['Reliability, section 5', 1],
    ['design, 3.2', 1],
    ['Section 6: a Desarrollador', 1],
    ['calls of section 7', 1],
    ['as the plan says', 1],
    ['one step of the plan of a statement', 0],
    ['decision 14', 0],
    ['decision 15', 1],
    ['Decisions 14, 15 and 16', 2],
  ])('%s has %i complaints', (text, number) => {
    expect(citationComplaints(files(text))).toHaveLength(number);
  });
});

describe('machine traces', () => {
  it.each(['/home/ana/bitacora', '/root/x', 'C:\\Users\\Ana', '/Users/ana'])('refuses the folder %s', (text) => {
    expect(machineTraces(file('README.md', `see ${text}`))).toHaveLength(1);
  });
  it.each(['https://registry.example.com/zod', 'http://nexus.local/npm', 'registry=https://x.example', '    resolution: {tarball: x}'])(
    'refuses the registry in %s',
    (text) => {
      expect(machineTraces(file('pnpm-lock.yaml', text))).toHaveLength(1);
    },
  );
  it('lets ordinary addresses and routes be', () => {
    expect(machineTraces(file('README.md', 'http://localhost:3000/Home and /api/get_users, ./data, docs/home/x'))).toEqual([]);
  });
});

describe('exact pins', () => {
  const manifest = (version: string) => [catalog, ...file('api/package.json', JSON.stringify({ dependencies: { koa: version } }))];
  it.each(['^3.2.1', '~3.2.1', '*', 'latest', '>=3', '3.x'])('refuses %s', (version) =>
    expect(exactPins(manifest(version))).toHaveLength(1),
  );
  it.each(['3.2.1', '18.4.0-beta.17', 'catalog:', 'workspace:*'])('accepts %s', (version) =>
    expect(exactPins(manifest(version))).toEqual([]),
  );
  it('reads the catalog too', () => {
    expect(exactPins([{ ...catalog, text: 'catalog:\n  react: ^19.3.1\n' }])).toHaveLength(1);
    expect(exactPins([])).toHaveLength(1);
  });
});

describe('single versions', () => {
  const lock = (...names: string[]) =>
    file('pnpm-lock.yaml', `x\npackages:\n\n${names.map((name) => `  ${name}:\n`).join('')}\nsnapshots:\n  react@1.0.0:\n`);
  it('accepts one react, one react-dom and one zod', () => {
    expect(singleVersions(lock('react@19.3.1', 'react-dom@19.3.1', 'zod@4.6.7', 'react-router@7.0.0'))).toEqual([]);
  });
  it('refuses two of one, and none', () => {
    expect(singleVersions(lock('react@19.3.1', 'react@18.0.0', 'react-dom@19.3.1', 'zod@4.6.7'))).toHaveLength(1);
    expect(singleVersions([])).toHaveLength(3);
  });
});
