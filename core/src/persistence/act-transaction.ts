import type { Knex } from 'knex';
// @ts-expect-error knex publishes no types of it.
import KnexTransaction from 'knex/lib/dialects/postgres/execution/pg-transaction.js';
import pg from 'pg';
// @ts-expect-error pg publishes no types of it.
import { prepareValue } from 'pg/lib/utils.js';

// Private parts of knex 3.3.0 and pg 8.23.1, because they publish no way to send several statements in one packet.
// `knex-internals.test.ts` fails with other versions.

interface PacketStatement {
  text: string;
  values?: readonly unknown[];
  name?: string;
}
type AnswerCallback = (error: Error | null, result?: unknown) => void;

/** pg's writer of messages; its stream sends them together when it is uncorked. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  parsedStatements: Record<string, string>;
  parse(message: { text: string; name: string | undefined }): void;
  bind(message: { statement: string | undefined; values: unknown[]; valueMapper: (value: unknown) => unknown }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message: { portal: string }): void;
  sync(): void;
}

/** A query of pg, of which only the reading of an answer is used. */
interface ResultReader {
  _result: { _types: unknown };
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleReadyForQuery(wire: Wire): void;
}
const { Query } = pg as unknown as { Query: new (statement: PacketStatement, values: null, callback: AnswerCallback) => ResultReader };

interface BatchedStatement {
  text: string;
  name: string | undefined;
  values: unknown[];
  reader: ResultReader;
}

const unchanged = (value: unknown) => value;

/**
 * Statements that are sent in one packet; pg handles them as one query. PostgreSQL runs them in order and skips those after an error. The
 * answer is that of the last.
 */
class StatementBatch {
  #parts: BatchedStatement[];
  #at = 0;
  #error: Error | null = null;
  #result: unknown;
  #answer: AnswerCallback;

  constructor(statements: readonly PacketStatement[], types: unknown, answer: AnswerCallback) {
    this.#answer = answer;
    const note: AnswerCallback = (error, result) => {
      this.#error ??= error;
      this.#result = result;
    };
    this.#parts = statements.map(({ text, name, values = [] }) => {
      const reader = new Query({ text }, null, note);
      reader._result._types = types;
      // A value that cannot be written as text throws here, before anything is sent.
      return { text, name, values: values.map((value) => prepareValue(value)), reader };
    });
  }

  get #part() {
    return this.#parts[this.#at] as BatchedStatement;
  }
  /** When PostgreSQL has parsed a statement, pg notes it by these two. */
  get name() {
    return this.#part.name;
  }
  get text() {
    return this.#part.text;
  }

  submit(wire: Wire): Error | null {
    // pg notes a name when PostgreSQL has answered, so those of this packet are noted here.
    const noted: Record<string, string> = {};
    const unparsed = new Set<BatchedStatement>();
    for (const part of this.#parts) {
      const { name, text } = part;
      const earlier = name && (wire.parsedStatements[name] ?? noted[name]);
      if (earlier && earlier !== text)
        return new Error(`Prepared statements must be unique - '${name}' was used for a different statement`);
      if (!earlier) unparsed.add(part);
      if (name) noted[name] = text;
    }
    wire.stream.cork();
    try {
      for (const part of this.#parts) {
        const { text, name, values } = part;
        if (unparsed.has(part)) wire.parse({ text, name });
        wire.bind({ statement: name, values, valueMapper: unchanged });
        wire.describe({ type: 'P', name: '' });
        wire.execute({ portal: '' });
      }
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
    return null;
  }

  handleRowDescription(message: unknown): void {
    this.#part.reader.handleRowDescription(message);
  }
  handleDataRow(message: unknown): void {
    this.#part.reader.handleDataRow(message);
  }
  handleCommandComplete(message: unknown, wire: Wire): void {
    this.#part.reader.handleCommandComplete(message, wire);
    if (this.#at < this.#parts.length - 1) this.#at += 1;
  }
  handleReadyForQuery(wire: Wire): void {
    for (const { reader } of this.#parts) reader.handleReadyForQuery(wire);
    this.#answer(this.#error, this.#result);
  }
  handleError(error: Error): void {
    this.#answer(error);
  }
  /** How many of them PostgreSQL has run without an error. */
  get completed() {
    return this.#at;
  }
}

interface HeldStatement extends PacketStatement {
  /** Called when its packet leaves. */
  onSend?: () => void;
  /** Called with null, or with the error of the packet where it was not run to its end. */
  onAnswer?: (error: Error | null) => void;
}
interface Connection {
  _types: unknown;
  query?(statement: unknown, answer?: AnswerCallback): unknown;
}

function batchOf(connection: Connection, statements: readonly HeldStatement[], answer: AnswerCallback): StatementBatch {
  const batch = new StatementBatch(statements, connection._types, (error, result) => {
    for (const [at, { onAnswer }] of statements.entries()) onAnswer?.(error && at >= batch.completed ? error : null);
    answer(error, result);
  });
  return batch;
}

function send(connection: Connection, statements: readonly HeldStatement[], batch: StatementBatch): void {
  for (const { onSend } of statements) onSend?.();
  connection.query?.(batch);
}

/** Statements of a connection that its next one takes along. */
class HeldStatements {
  #connection: Connection;
  #statements: HeldStatement[] = [];

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add(statement: HeldStatement): void {
    this.#statements.push(statement);
    // Hides the method of pg's client until they are taken.
    this.#connection.query = (next, answer = () => {}) => this.#sendWith(next as PacketStatement & { submit?: unknown }, answer);
  }

  take(): HeldStatement[] {
    const statements = this.#statements;
    this.#statements = [];
    delete this.#connection.query;
    return statements;
  }

  #sendWith(next: PacketStatement & { submit?: unknown }, answer: AnswerCallback): void {
    if (next.submit) throw new Error('A stream cannot follow a statement that was held back');
    // A packet takes one statement of each text, and a text without values may have several.
    const isAlone = !next.name && !next.values?.length;
    const statements = isAlone ? this.#statements : [...this.#statements, next];
    const afterAll: AnswerCallback = (error) => (error ? answer(error) : this.#connection.query?.(next, answer));
    // It may throw, and the statements are then still held.
    const batch = batchOf(this.#connection, statements, isAlone ? afterAll : answer);
    this.take();
    send(this.#connection, statements, batch);
  }
}

const BEGIN: HeldStatement = { text: 'BEGIN' };
const COMMIT: HeldStatement = { text: 'COMMIT' };

/** knex's own, as far as it is used here. */
interface TransactionInternals {
  trxClient: HoldingClient;
  _completed: boolean;
  _resolver(value: unknown): void;
  _rejecter(error: unknown): void;
  commit(connection: Connection, value: unknown): Promise<void>;
  rollback(connection: Connection, error: unknown): Promise<void>;
}
interface HoldingClient {
  heldStatements?: HeldStatements;
  emit(event: string, ...facts: unknown[]): void;
}

/** BEGIN goes with the first statement, and COMMIT with those that were held back. */
class ActTransaction extends (KnexTransaction as new (...parts: unknown[]) => TransactionInternals) {
  #held?: HeldStatements;

  begin(connection: Connection): Promise<void> {
    this.#held = new HeldStatements(connection);
    this.#held.add(BEGIN);
    this.trxClient.heldStatements = this.#held;
    return Promise.resolve();
  }

  override async commit(connection: Connection, value: unknown): Promise<void> {
    const rest = this.#held?.take() ?? [];
    if (rest.length === 0) return super.commit(connection, value);
    this._completed = true;
    // Nothing was asked of the database.
    if (rest.length === 1 && rest[0] === BEGIN) return this._resolver(value);
    try {
      await new Promise<void>((resolve, reject) => {
        const statements = [...rest, COMMIT];
        const batch = batchOf(connection, statements, (error) => (error ? reject(error) : resolve()));
        send(connection, statements, batch);
      });
      this._resolver(value);
    } catch (error) {
      await new Promise((resolve) => connection.query?.('ROLLBACK', resolve));
      this._rejecter(error);
    }
  }

  override async rollback(connection: Connection, error: unknown): Promise<void> {
    if (this.#held?.take()[0] !== BEGIN) return super.rollback(connection, error);
    this._completed = true;
    this._rejecter(error);
  }
}

/** The transaction of an act, or a savepoint inside another transaction. What `work` throws leaves nothing behind. */
export const actTransaction = async <Result>(db: Knex, work: (trx: Knex.Transaction) => Promise<Result>): Promise<Result> =>
  db.isTransaction
    ? db.transaction(work)
    : (new ActTransaction(db.client, work, { userParams: db.userParams, doNotRejectOnRollback: true }) as unknown as Promise<Result>);

let lastHeld = 0;

/**
 * Keeps a statement back until the next one of its transaction, or COMMIT, takes it along. They then throw its error. Answers false
 * outside of such a transaction.
 */
export function holdBack(db: Knex, { sql, bindings, options }: { sql: string; bindings: unknown[]; options: { name?: string } }): boolean {
  const { client } = db;
  const { heldStatements } = client as HoldingClient;
  if (!heldStatements) return false;
  const query = { __knexQueryUid: `held ${++lastHeld}`, method: 'raw', sql, bindings, options };
  const onSend = () => client.emit('query', query);
  const onAnswer = (error: Error | null) => (error ? client.emit('query-error', error, query) : client.emit('query-response', null, query));
  heldStatements.add({ text: sql, values: bindings, ...options, onSend, onAnswer });
  return true;
}
