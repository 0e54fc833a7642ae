import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { importComplaints, importRules } from '../checks/import-rules.ts';
import { root, sources } from '../checks/repository.ts';
import { circleFindings } from '../checks/vocabulary.ts';

const complaintsOf = (file: string, text: string) => importComplaints([{ path: file, text }]);

describe('import rules', () => {
  it.each([
    ['core/src/domain/activities/activity.ts', "import { labels } from '../../messages/labels.ts';"],
    ['core/src/messages/activities/labels.ts', "import { endpoints } from '../contract/endpoints.ts';"],
    ['core/src/contract/topic.ts', "import { topicsOn } from '../persistence/topics.ts';"],
    ['core/src/client/client.ts', "import { Refused } from '../domain/refusal.ts';"],
    ['core/src/use-cases/topics/topics.ts', "import { knex } from 'knex';"],
    ['core/src/use-cases/topics/topics.ts', "import { connect } from '../../persistence/connect.ts';"],
    ['core/src/use-cases/topics/topics.ts', "import type { Input } from '../../contract/endpoints.ts';"],
    ['core/src/persistence/topics/topics.ts', "import { createTopic } from '../use-cases/topics/create-topic.ts';"],
    ['core/src/core.ts', "import Router from '@koa/router';\nimport 'pg';"],
    ['core/seeds/play.ts', "import { createApp } from '../../api/src/app.ts';"],
    ['api/src/app.ts', "import { Model } from 'objection';"],
    ['api/src/app.ts', "import { createBot } from '@bitacora/bot';"],
    ['web/src/main.tsx', "import { createCore } from '@bitacora/core/server';"],
    ['web/src/main.tsx', "import Koa from 'koa';"],
    ['cli/src/main.ts', "import { start } from '@bitacora/core/embedded-postgres/start-postgres';"],
    ['cli/src/main.ts', "import { startActivity } from '@bitacora/core/use-cases/activities/start-activity';"],
    ['bot/src/main.ts', "import '../../api/src/main.ts';"],
  ])('%s may not: %s', (file, text) => {
    expect(complaintsOf(file, text)).toHaveLength(1);
  });

  it.each([
    ['core/src/domain/activities/activity.ts', "import { isOpen } from '../refusal.ts';"],
    ['core/src/contract/topic.ts', "import * as z from 'zod/mini';"],
    ['core/src/use-cases/topics/topics.ts', "import type { Repositories } from '../../persistence/repositories.ts';"],
    ['bot/src/main.ts', "import Koa from 'koa';\nimport { createClient } from '@bitacora/core/client/create-client';"],
    ['api/src/app.ts', "import { createCore } from '@bitacora/core/server';"],
    ['api/test/app.test.ts', "import pg from 'pg';"],
  ])('%s may: %s', (file, text) => {
    expect(complaintsOf(file, text)).toEqual([]);
  });

  it('finds the folders that the rules name', () => {
    const paths = sources().map((file) => file.path);
    for (const beginning of importRules.flatMap((rule) => rule.in)) expect(paths.some((file) => file.startsWith(beginning))).toBe(true);
  });

  it('finds files that import each other, also when they import types alone', () => {
    const first = { path: 'core/src/first.ts', text: "import type { Second } from './second.ts';" };
    const second = { path: 'core/src/second.ts', text: "import { first } from './first.ts';" };
    expect(circleFindings([first, second])).toHaveLength(1);
    expect(circleFindings([first, { ...second, text: '' }])).toEqual([]);
  });
});

describe('lint rules', () => {
  it.each([
    ['noBarrelFile', 'barrel.ts', "export { one } from './one.ts';\n"],
    ['noExplicitAny', 'any.ts', 'export const anything = (value: any) => value;\n'],
    ['noFloatingPromises', 'floating.ts', 'async function save() {}\n\nexport function forget() {\n  save();\n}\n'],
    ['noProcessEnv', 'environment.ts', 'export const port = process.env.PORT;\n'],
    ['useFilenamingConvention', 'CamelCase.ts', 'export const three = 3;\n'],
  ])('Biome complains by %s', (rule, file, text) => {
    const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-lint-'));
    try {
      for (const name of ['biome.json', 'package.json', 'tsconfig.json']) fs.copyFileSync(path.join(root, name), path.join(copy, name));
      fs.mkdirSync(path.join(copy, 'core/src'), { recursive: true });
      fs.writeFileSync(path.join(copy, 'core/src', file), text);
      const { stdout } = spawnSync(path.join(root, 'node_modules/.bin/biome'), ['lint', '--vcs-enabled=false', '--reporter=json', 'core'], {
        cwd: copy,
        encoding: 'utf8',
      });
      const categories = JSON.parse(stdout).diagnostics.map((diagnostic: { category: string }) => diagnostic.category);
      expect(categories).toContainEqual(expect.stringMatching(new RegExp(`/${rule}$`)));
    } finally {
      fs.rmSync(copy, { recursive: true, force: true });
    }
  });
});
