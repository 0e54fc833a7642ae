import type { AdminEntry } from '@bitacora/core/contract/admin-endpoints';
import { adminActLabel, adminChannelLabel, adminHistoryTexts as texts, writtenChanges } from '@bitacora/core/messages/admin-history';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { createColumnHelper } from '@tanstack/react-table';
import type { Features } from '../../ui/table-columns.tsx';
import './admin-history.css';

const helper = createColumnHelper<Features, AdminEntry>();

/** The server orders them: the newest first. */
const inOrder = { enableSorting: false };

/** The rows in words; times are in the company's time zone. */
export const historyColumns = (zone: string) => [
  helper.accessor(({ at }) => writtenInstant(at, zone), {
    ...{ id: 'at', header: texts.at, ...inOrder },
    meta: { width: 116, onCard: 'head', isTabular: true },
  }),
  helper.accessor('actorName', {
    ...{ id: 'actor', header: texts.actor, ...inOrder },
    meta: { width: 128 },
    cell: ({ getValue }) => getValue() ?? <span className="muted">{texts.unknownActor}</span>,
  }),
  helper.accessor(({ act }) => adminActLabel(act), {
    ...{ id: 'act', header: texts.act, ...inOrder },
    meta: { width: 144, onCard: 'lead' },
  }),
  helper.accessor(({ subject }) => subject ?? texts.nothing, {
    ...{ id: 'subject', header: texts.subject, ...inOrder },
    meta: { width: 128 },
  }),
  helper.accessor(writtenChanges, {
    ...{ id: 'changes', header: texts.changes, ...inOrder },
    cell: ({ getValue }) => <Changes lines={getValue()} />,
  }),
  helper.accessor('address', {
    ...{ id: 'address', header: texts.address, ...inOrder },
    meta: { width: 120, isMinor: 'medium', isTabular: true },
    cell: ({ row: { original } }) => (
      <div className="admin-history-address">
        {original.address ?? texts.nothing}
        <span className="muted">{adminChannelLabel(original.channel)}</span>
      </div>
    ),
  }),
];

function Changes({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return texts.nothing;
  return (
    <ul className="admin-history-changes">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
