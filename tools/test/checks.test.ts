import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { citationComplaints } from '../checks/citations.ts';
import { lengthComplaints, pictureComplaints } from '../checks/documents.ts';
import { folderComplaints, importComplaints, importRules } from '../checks/imports.ts';
import { machineTraces, root, sources } from '../checks/repository.ts';
import { exactPins, singleVersions } from '../checks/supply-chain.ts';
import { wireNames } from '../checks/wire-names.ts';

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
    expect(wireNames(file('core/src/contract/activities/activity-shapes.ts', name))).toEqual([]);
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

describe('import rules', () => {
  const complaints = (path: string, text: string) => importComplaints(file(path, text));
  it.each([
    ['core/src/domain/activities/activity.ts', "import { labels } from '../../messages/labels.ts';"],
    ['core/src/messages/activities/labels.ts', "import { endpoints } from '../../contract/endpoints.ts';"],
    ['core/src/contract/topic.ts', "import { topicsOn } from '../persistence/topics.ts';"],
    ['core/src/client/client.ts', "import { Refused } from '../domain/refusal.ts';"],
    ['core/src/use-cases/topics/topics.ts', "import { knex } from 'knex';"],
    ['core/src/use-cases/topics/topics.ts', "import { connect } from '../../persistence/database/connect.ts';"],
    ['core/src/use-cases/topics/topics.ts', "import type { Input } from '../../contract/endpoints.ts';"],
    ['core/src/persistence/topics/topics.ts', "export * from '../../use-cases/topics/create-topic.ts';"],
    ['core/src/core.ts', "import Router from '@koa/router';\nimport 'pg';"],
    ['core/seeds/play.ts', "import { createApp } from '../../api/src/app.ts';"],
    ['api/src/app.ts', "import { Model } from 'objection';"],
    ['api/src/app.ts', "import { createBot } from '@bitacora/bot';"],
    ['web/src/main.tsx', "const core = await import('@bitacora/core/server');"],
    ['web/src/main.tsx', "import Koa from 'koa';"],
    ['cli/src/main.ts', "import { start } from '@bitacora/core/embedded-postgres/start-postgres';"],
    ['cli/src/main.ts', "import { startActivity } from '@bitacora/core/use-cases/activities/start-activity';"],
    ['bot/src/main.ts', "import '../../api/src/main.ts';"],
  ])('%s may not: %s', (path, text) => {
    expect(complaints(path, text)).toHaveLength(1);
  });

  it.each([
    ['core/src/domain/activities/activity.ts', "import { isOpen } from '../refusal.ts';"],
    ['core/src/contract/topic.ts', "import * as z from 'zod/mini';"],
    ['core/src/use-cases/topics/topics.ts', "import type { Repositories } from '../../persistence/repositories.ts';"],
    ['bot/src/main.ts', "import Koa from 'koa';\nimport { createClient } from '@bitacora/core/client/create-client';"],
    ['api/src/app.ts', "import { createCore } from '@bitacora/core/server';"],
    ['api/test/app.test.ts', "import pg from 'pg';"],
  ])('%s may: %s', (path, text) => {
    expect(complaints(path, text)).toEqual([]);
  });

  it('the folders that the rules name are there', () => {
    const paths = sources().map(({ path }) => path);
    for (const beginning of importRules.flatMap((one) => one.in)) expect(paths.some((path) => path.startsWith(beginning))).toBe(true);
  });
});

describe('folders that import each other', () => {
  const http = { path: 'api/src/http/serve.ts', text: "import type { Session } from '../auth/session.ts';" };
  const auth = { path: 'api/src/auth/session.ts', text: "import { serve } from '../http/serve.ts';" };
  it('are refused, also for types alone', () => {
    expect(folderComplaints([http, auth])).toEqual([expect.stringContaining('api/src/auth ⇄ api/src/http')]);
    expect(folderComplaints([http, { ...auth, text: '' }])).toEqual([]);
  });
  it('are found between the areas of a layer of core', () => {
    const topics = {
      path: 'core/src/contract/topics/topic.ts',
      text: "import { a } from '../people/user.ts';\nimport { b } from '../wire.ts';",
    };
    const people = { path: 'core/src/contract/people/user.ts', text: "import { c } from '../topics/topic.ts';" };
    const wire = { path: 'core/src/contract/wire.ts', text: "import type { Topic } from './topics/topic.ts';" };
    expect(folderComplaints([topics, people])).toEqual([expect.stringContaining('core/src/contract/people ⇄ core/src/contract/topics')]);
    expect(folderComplaints([topics, wire])).toEqual([]);
  });
});

describe('rules of Biome and cspell', () => {
  let folder: string;
  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-lint-'));
    for (const name of ['biome.json', 'package.json', 'tsconfig.json', 'cspell.json', '.gitignore', 'tools/checks/raw-sql.grit'])
      fs.cpSync(path.join(root, name), path.join(folder, name));
    fs.mkdirSync(path.join(folder, 'core/src'), { recursive: true });
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  const run = (program: string, ...words: string[]) =>
    spawnSync(path.join(root, 'node_modules/.bin', program), words, { cwd: folder, encoding: 'utf8' }).stdout;

  it('Biome refuses each of these', () => {
    const files = {
      'barrel.ts': "export { any } from './any.ts';\n",
      'any.ts': 'export const any = (value: any) => value;\n',
      'floating.ts': 'async function save() {}\n\nexport function forget() {\n  save();\n}\n',
      'environment.ts': 'export const port = process.env.PORT;\n',
      'CamelCase.ts': "import type { Other } from './other.ts';\n\nexport type Camel = Other;\n",
      'other.ts': "import type { Camel } from './CamelCase.ts';\n\nexport type Other = Camel;\n",
      'raw.ts': 'export const read = (db: any) => db.raw(`select 1`);\n',
      'query.ts': "export const read = (connection: any) => connection.query('select 1', []);\n",
      'read.sql.ts': 'export const read = (db: any) => db.raw(`select 1`);\n',
    };
    for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, 'core/src', name), text);
    const { diagnostics } = JSON.parse(run('biome', 'lint', '--vcs-enabled=false', '--reporter=json', 'core'));
    const found = diagnostics.map(({ category, location }: { category: string; location: { path: string } }) =>
      [path.basename(location.path), category.split('/').at(-1)].join(' '),
    );
    expect(found).toEqual(
      expect.arrayContaining([
        'barrel.ts noBarrelFile',
        'any.ts noExplicitAny',
        'floating.ts noFloatingPromises',
        'environment.ts noProcessEnv',
        'CamelCase.ts useFilenamingConvention',
        'other.ts noImportCycles',
        'raw.ts plugin',
        'query.ts plugin',
      ]),
    );
    expect(found).not.toContain('read.sql.ts plugin');
  });

  it('cspell refuses an earlier word of the glossary, in names and comments', () => {
    fs.writeFileSync(path.join(folder, 'core/src/words.ts'), '// For whoever asks.\nexport const startRehearsal = 1;\n');
    const found = run('cspell', 'lint', '--no-progress', '--no-summary', '--no-color', '--no-gitignore', 'core/src/words.ts');
    expect(found).toContain('words.ts:1:8 - Forbidden word (whoever)');
    expect(found).toContain('words.ts:2:19 - Forbidden word (Rehearsal)');
  });
});

describe('citations', () => {
  const files = (text: string) => [
    { path: 'docs/a.md', text },
    { path: 'core/src/server.ts', text: '' },
    { path: 'docs/decisions/0014-a.md', text: '## «Ver», a first look\n' },
    { path: 'docs/product/work.md', text: '## 3 Life cycle\n\n1. Starts.\n2. Ends.\n' },
  ];
  it.each([
    ['`core/src/server.ts` starts it', 0],
    ['`core/src/removed.ts` started it', 1],
    ['`src/server.ts` starts it, and `server.ts`', 0],
    ['`src/removed.ts` started it, and `removed.ts`', 2],
    ['[the server](../core/src/server.ts)', 0],
    ['[the server](../core/src/removed.ts)', 1],
    ['docs/product.md, 99', 1],
    ['docs/product.md, 3 and docs/product.md, 3.2', 0],
    ['docs/product.md, 3.3', 1],
    ['[a look](decisions/0014-a.md#ver-a-first-look)', 0],
    ['[a look](decisions/0014-a.md#ver)', 1],
    ['[here](#none)', 1],
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

it('no page has more than 2,500 words, and docs no more than 40,000', () => {
  const pages = (count: number, words: number, folder = 'docs') =>
    Array.from({ length: count }, (_, index) => ({ path: `${folder}/${index}.md`, text: '# Word\n'.repeat(words / 2) }));
  expect(lengthComplaints([...pages(16, 2_500), ...pages(1, 2_500, 'docs/ayuda')])).toEqual([]);
  expect(lengthComplaints(pages(1, 2_502, 'bot'))).toEqual(['bot/0.md: 2502 words, at most 2500']);
  expect(lengthComplaints(pages(17, 2_400))).toEqual(['docs: 40800 words, at most 40000']);
});

it('the pictures are of this version', () => {
  const repository = (pictured: string) => [
    { path: 'package.json', text: '{ "version": "1.3.0" }' },
    { path: 'docs/screenshots/version.txt', text: `${pictured}\n` },
  ];
  expect(pictureComplaints(repository('1.3.0'))).toEqual([]);
  expect(pictureComplaints(repository('1.2.0'))).toEqual(['docs/screenshots: 1.2.0, and the product is 1.3.0: npm run screenshots']);
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
