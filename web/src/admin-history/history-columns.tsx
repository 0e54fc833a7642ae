import type { AdminEntry } from '@bitacora/core/contract/admin-history-endpoints';
import { adminActLabel, adminChannelLabel, adminHistoryTexts as texts, writtenChanges } from '@bitacora/core/messages/admin-history';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { createColumnHelper } from '@tanstack/react-table';
import type { Features } from '../ui/table-features.ts';
import './admin-history.css';

const helper = createColumnHelper<Features, AdminEntry>();

/** The rows as they were recorded, in words; times are of the company's zone. */
export const historyColumns = (zone: string) => [
  helper.display({
    id: 'at',
    header: texts.at,
    meta: { width: 116, onCard: 'head', isTabular: true },
    cell: ({ row: { original } }) => writtenInstant(original.at, zone),
  }),
  helper.display({
    id: 'actor',
    header: texts.actor,
    meta: { width: 168 },
    cell: ({ row: { original } }) => original.actorName ?? <span className="muted">{texts.unknownActor}</span>,
  }),
  helper.display({
    id: 'act',
    header: texts.act,
    meta: { width: 200, onCard: 'lead' },
    cell: ({ row: { original } }) => adminActLabel(original.act),
  }),
  helper.display({
    id: 'subject',
    header: texts.subject,
    meta: { width: 176 },
    cell: ({ row: { original } }) => original.subject ?? texts.nothing,
  }),
  helper.display({
    id: 'changes',
    header: texts.changes,
    cell: ({ row: { original } }) => <Changes entry={original} />,
  }),
  helper.display({
    id: 'address',
    header: texts.address,
    meta: { width: 136, isTabular: true },
    cell: ({ row: { original } }) => (
      <>
        {original.address ?? texts.nothing}
        <span className="admin-history-channel">{adminChannelLabel(original.channel)}</span>
      </>
    ),
  }),
];

function Changes({ entry }: { entry: AdminEntry }) {
  const lines = writtenChanges(entry);
  if (lines.length === 0) return texts.nothing;
  return (
    <ul className="admin-history-changes">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
