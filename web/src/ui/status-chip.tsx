import './status-chip.css';
import type { ReadStatus } from '@bitacora/core/domain/activities/activity';
import { statusLabels } from '@bitacora/core/messages/activities/labels';
import { Tag } from 'primereact/tag';

/** A dot, a word and a colour, because colour alone is not accessible. */
export const StatusChip = ({ status }: { status: ReadStatus }) => <Tag value={statusLabels[status]} data-status={status} />;
