import { randomBytes } from 'node:crypto';
import { connect, type Database } from '@bitacora/core/server';
import { inject } from 'vitest';
import { wiper } from '../../../core/test/database.ts';
import { databaseUrl } from '../../../core/test/postgres.setup.ts';

/** A name that SQL takes only in quotes. */
const app = `Bitácora «app» "${process.env.VITEST_POOL_ID}"`;
const owner = `bitacora_owner_${process.env.VITEST_POOL_ID}`;
const backup = `bitacora_backup_${process.env.VITEST_POOL_ID}`;
const database = `bitacora_roles_${process.env.VITEST_POOL_ID}_test`;
const word = (name: string) => `"${name.replaceAll('"', '""')}"`;

function urlOf(role: string, password: string): string {
  const url = new URL(databaseUrl(inject('serverUrl'), database));
  url.username = encodeURIComponent(role);
  url.password = password;
  return url.href;
}

async function drop(server: Database): Promise<void> {
  await server.raw(`drop database if exists ${database} with (force)`);
  for (const role of [app, owner, backup]) await server.raw(`drop role if exists ${word(role)}`);
}

async function asSuperuser(work: (superuser: Database) => Promise<unknown>): Promise<void> {
  const superuser = connect(databaseUrl(inject('serverUrl'), database), { poolSize: 1 });
  await work(superuser);
  await superuser.destroy();
}

/**
 * An empty database whose schema belongs to a role of its own, and two others that may only come in. None is a superuser or owns the
 * database, so none may create extensions.
 */
export async function threeRoles() {
  const server = connect(inject('serverUrl'), { poolSize: 1 });
  await drop(server);
  const passwords = new Map([app, owner, backup].map((role) => [role, randomBytes(12).toString('hex')]));
  for (const [role, password] of passwords) await server.raw(`create role ${word(role)} login password '${password}'`);
  await server.raw(`create database ${database}`);
  await asSuperuser((superuser) => superuser.raw(`alter schema public owner to ${owner}`));
  const [ownerUrl, appUrl, backupUrl] = [owner, app, backup].map((role) => urlOf(role, passwords.get(role) ?? '')) as [
    string,
    string,
    string,
  ];
  return {
    ownerUrl,
    appUrl,
    backupUrl,
    names: { app, owner, backup },
    /** Once there are tables. */
    wipe: () => asSuperuser(async (superuser) => (await wiper(superuser))()),
    asSuperuser,
    close: async () => {
      await drop(server);
      await server.destroy();
    },
  };
}

export type ThreeRoles = Awaited<ReturnType<typeof threeRoles>>;
