import type { Assignment } from '@bitacora/core/contract/topic-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
import { assignmentTexts } from '@bitacora/core/messages/topic-assignments';
import { createColumnHelper } from '@tanstack/react-table';
import { Trash2 } from 'lucide-react';
import { Clipped } from '../ui/clipped.tsx';
import type { Features } from '../ui/table-features.ts';

const helper = createColumnHelper<Features, Assignment>();

/** Assignments of topics to people of other departments; the last column removes one. */
export const assignmentColumns = (onRemove: (assignment: Assignment) => void) => [
  helper.accessor('topic', {
    header: assignmentTexts.topic,
    meta: { onCard: 'lead', isSearched: true },
    cell: ({ getValue }) => <Clipped text={getValue()} />,
  }),
  helper.accessor('employeeNumber', { header: assignmentTexts.employeeNumber, meta: { width: 96, isTabular: true, isSearched: true } }),
  helper.accessor(fullName, {
    id: 'employee',
    header: assignmentTexts.employee,
    meta: { width: 240, onCard: 'head', isSearched: true },
    cell: ({ getValue }) => <Clipped text={getValue()} />,
  }),
  helper.accessor('level', { header: assignmentTexts.level, meta: { width: 144, isMinor: 'medium' } }),
  helper.accessor('position', {
    header: assignmentTexts.position,
    meta: { width: 220, isSearched: true },
    cell: ({ getValue }) => <Clipped text={getValue()} />,
  }),
  helper.display({
    id: 'remove',
    header: assignmentTexts.removeColumn,
    meta: { width: 56, onCard: 'action' },
    cell: ({ row: { original } }) => (
      <button
        type="button"
        className="icon-button"
        aria-label={assignmentTexts.remove(original.topic, fullName(original))}
        title={assignmentTexts.removeColumn}
        onClick={() => onRemove(original)}
      >
        <Trash2 size={16} aria-hidden="true" />
      </button>
    ),
  }),
];
