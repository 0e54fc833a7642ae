import { useEffect, useRef } from 'react';
import { StatusChip } from '../activities/list/status-chip.tsx';
import { palette } from '../messages/palette.ts';
import type { PaletteGroup, PaletteItem } from './palette-items.ts';

interface PaletteOptionsProps {
  id: string;
  groups: readonly PaletteGroup[];
  active: PaletteItem | undefined;
  onPoint: (item: PaletteItem) => void;
  onChoose: (item: PaletteItem) => void;
}

export const optionId = ({ id }: PaletteItem) => `palette-${id}`;

/** The list under the field. The focus stays in the field; `active` is the selected option. */
export function PaletteOptions({ id, groups, active, onPoint, onChoose }: PaletteOptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.id]);
  return (
    <div ref={list} id={id} className="palette-list" role="listbox" aria-label={palette.results} tabIndex={-1}>
      {groups.map(({ title, items }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields.
        <div key={title} role="group" aria-label={title}>
          <p className="palette-title" aria-hidden="true">
            {title}
          </p>
          {items.map((item) => (
            <Option key={item.id} item={item} isActive={item === active} onPoint={onPoint} onChoose={onChoose} />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionProps extends Pick<PaletteOptionsProps, 'onPoint' | 'onChoose'> {
  item: PaletteItem;
  isActive: boolean;
}

function Option({ item, isActive, onPoint, onChoose }: OptionProps) {
  const { icon: Icon } = item;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above hears the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names it as its active one.
    <div
      id={optionId(item)}
      className="palette-option"
      role="option"
      aria-selected={isActive}
      onPointerMove={() => onPoint(item)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(item)}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      {item.folio !== undefined && (
        <span className="palette-folio tabular">
          <span className="only-read">{palette.folio(item.folio)}</span>
          <span aria-hidden="true">{item.folio}</span>
        </span>
      )}
      <span className="palette-words">
        <span className="palette-label">{item.label}</span>
        {item.detail && <span className="muted">{item.detail}</span>}
      </span>
      {item.status && <StatusChip status={item.status} />}
    </div>
  );
}
