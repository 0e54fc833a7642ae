import type { EditableTopic } from '@bitacora/core/contract/topic-endpoints';
import { topicTexts } from '@bitacora/core/messages/topics';
import { createColumnHelper } from '@tanstack/react-table';
import { Pencil } from 'lucide-react';
import { Clipped } from '../ui/clipped.tsx';
import type { Features } from '../ui/table-features.ts';

const helper = createColumnHelper<Features, EditableTopic>();

/** The topics table; its first column opens the topic. */
export const topicColumns = (onEdit: (topic: EditableTopic) => void) => [
  helper.display({
    id: 'edit',
    header: topicTexts.editColumn,
    meta: { width: 52, onCard: 'action' },
    cell: ({ row }) => (
      <button
        type="button"
        className="icon-button consult-link"
        aria-label={topicTexts.edit(row.original.name)}
        onClick={() => onEdit(row.original)}
      >
        <Pencil size={16} aria-hidden="true" />
      </button>
    ),
  }),
  helper.accessor('id', { header: topicTexts.id, meta: { width: 64, onCard: 'head', isTabular: true } }),
  helper.accessor('name', {
    header: topicTexts.name,
    meta: { width: 280, onCard: 'lead', isSearched: true },
    cell: ({ getValue }) => <Clipped text={getValue()} />,
  }),
  helper.accessor((topic) => topic.description ?? '', {
    id: 'description',
    header: topicTexts.description,
    meta: { isSearched: true },
    cell: ({ getValue }) => (getValue() ? <Clipped text={getValue()} /> : <span className="muted">{topicTexts.noDescription}</span>),
  }),
  helper.accessor('department', {
    header: topicTexts.department,
    meta: { width: 180, onCard: 'badge', isSearched: true },
    cell: ({ getValue }) => <Clipped text={getValue()} />,
  }),
];
