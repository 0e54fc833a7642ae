import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { admin } from './admin.ts';
import { type Company, company } from './command-company.ts';

const SLOW = 180_000;
let demo: Company;
beforeAll(async () => {
  demo = await company({ isDemo: true });
}, SLOW);
afterAll(() => demo.close(), SLOW);

const verified = async () => {
  const { status, out, err } = await admin(['verify', '--json'], demo.env);
  if (!out) throw new Error(err);
  const { checked, ...rest } = JSON.parse(out) as {
    isWell: boolean;
    checked: { name: string; count: number; findings: string[]; notes?: string[] }[];
  };
  return {
    status,
    ...rest,
    findings: checked.flatMap(({ findings }) => findings),
    counts: checked.map(({ count }) => count),
  };
};
/** Behind the product's back: triggers, foreign keys and checks have no say. */
const spoil = (statement: string) => demo.db.raw(`begin; set local session_replication_role = replica; ${statement}; commit`);

it(
  'finds nothing wrong with the demo company, whose whole life its histories tell',
  async () => {
    const { counts, ...rest } = await verified();
    expect(rest).toEqual({ status: 0, isWell: true, orphans: 0, findings: [] });
    expect(counts.slice(0, 3).every((count) => count > 0)).toBe(true);
    expect(counts[0]).toBeGreaterThan(250);
    expect((await admin(['verify'], demo.env)).out).toMatch(
      /^Historial +\d+ {3}bien\n( {2}.+\n)+Cuentas +\d+ {3}bien\n( {2}.+\n)?Archivos +\d+ {3}bien\nReferencias/,
    );
  },
  SLOW,
);

it(
  'names every activity, image, reference and announcement that is not as it should be',
  async () => {
    const images = demo.images;
    const ids: string[] = await demo.db('images').where('mediaType', 'like', 'image/%').orderBy('id').limit(3).pluck('id');
    const [missing, altered, changed] = ids.map((id) => `${id.slice(0, 2)}/${id}`) as [string, string, string];
    await rm(path.join(images, missing));
    await writeFile(path.join(images, altered), 'another picture');
    await writeFile(path.join(images, changed), 'another document');
    const document = path.basename(changed);
    await spoil(`update images set media_type = 'application/pdf', pages = 1, width = null, height = null where id = '${document}'`);
    const idOf = async (where: string) => (await demo.db.raw(`select min(id) as id from activities where ${where}`)).rows[0].id;
    const verifiedId = await idOf(`status = 'verified'`);
    const completedId = await idOf(`status = 'completed'`);
    const startedId = await idOf(`status = 'in_progress'`);
    const extendedId = await idOf(`extended_to is not null and id not in (${verifiedId}, ${completedId}, ${startedId})`);
    await spoil(`update activities set verified_at = verified_at + interval '1 second' where id = ${verifiedId}`);
    await spoil(`update activities set resolution = 'Otra' where id = ${completedId}`);
    await spoil(`delete from activity_history where activity_id = ${startedId} and act = 'start'`);
    await spoil(`update activities set extension_reason = 'Otra' where id = ${extendedId}`);
    const { id: movedId, activityId: movedFrom } = await demo.db('comments').orderBy('id').first();
    await spoil(`update comments set activity_id = 999999 where id = ${movedId}`);
    await spoil(
      `insert into outbox (key, kind, recipient_id, created_at, next_try_at, sent_at) select 'x', 'assigned', min(id), now(), now(), now() from users`,
    );

    const { findings, status } = await verified();
    expect(status).toBe(1);
    expect(findings.sort()).toEqual(
      [
        `Falta el archivo de la imagen ${path.basename(missing)}.`,
        `El archivo del documento ${document} no es el que se guardó (SHA-256).`,
        `El archivo de la imagen ${path.basename(altered)} no es el que se guardó (SHA-256).`,
        `Folio ${verifiedId}: su historial no coincide con la verificación.`,
        `Folio ${completedId}: su historial no coincide con la resolución.`,
        `Folio ${completedId}: la resolución no es lo que se selló.`,
        `Folio ${startedId}: su historial no coincide con la cadena de actos.`,
        `Folio ${extendedId}: su historial no coincide con la extensión.`,
        `Folio ${extendedId}: el motivo de la extensión no es lo que se selló.`,
        `Folio ${movedFrom}: falta el comentario ${movedId}.`,
        'comments.activity_id nombra filas que no existen (1).',
        'Terminados que aún se intentarían: 1.',
      ].sort(),
    );
  },
  SLOW,
);
