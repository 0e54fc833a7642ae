import { once } from 'node:events';
import { peopleSheet, rowFor } from '../../api/test/sheets/upload.ts';
import { sheetOf } from '../../api/test/sheets/workbooks.ts';
import { copyIn } from '../../core/src/core.ts';
import type { RunningCompany } from '../load/company.ts';
import { encodeForm } from '../load/http-connections.ts';
import type { BenchRow } from './harness.ts';
import { sideBySide } from './harness.ts';
import { demandOk } from './reads.ts';

const PEOPLE = 5_000;
const ROUNDS = 3;
const COLUMNS = ['employee_number', 'first_name', 'last_name', 'email', 'level', 'department', 'position', 'created_at'];
const TABLE = { name: 'users', columns: COLUMNS, order: 'id', identity: 'id' };

/** A workbook of people, rehearsed by nobody, with an invitation for each: beside COPY of the people alone. */
export async function benchImport(company: RunningCompany): Promise<BenchRow> {
  const { db } = company;
  const { id } = await db('users').where('position', 'GERENTE').first('id');
  const manager = await company.visitor(id);
  const sheet = await encodeForm({}, [{ field: 'file', name: 'personas.xlsx', bytes: new Uint8Array(await sheetOf(peopleSheet(PEOPLE))) }]);
  const headers = { ...manager.writes, ...sheet.headers };
  const now = new Date().toISOString();
  const lines = Array.from({ length: PEOPLE }, (_, n) => `${[...(rowFor(n + 1) as string[]), now].join('\t')}\n`).join('');

  const nobody = () =>
    db.transaction(async (trx) => {
      // Nothing else names these people, and looking for them in every table takes minutes.
      await trx.raw('set local session_replication_role = replica');
      const people = () => trx('users').where('employeeNumber', 'like', 'E-%').select('id');
      await trx('outbox').whereIn('recipientId', people()).delete();
      await trx('passwordResets').whereIn('userId', people()).delete();
      await people().delete();
    });
  const ours = async () => demandOk(await company.ask({ method: 'POST', path: '/api/upload_users_bulk', headers, body: sheet.body }));
  const limit = () =>
    db.transaction(async (trx) => {
      const into = await copyIn(trx, TABLE as never);
      into.end(lines);
      await once(into, 'finish');
    });
  const durations = await sideBySide(ROUNDS, ours, limit, nobody);
  return { name: `carga de ${PEOPLE} personas, con su invitación`, ...durations, limitName: 'COPY de las mismas personas, sin invitación' };
}
