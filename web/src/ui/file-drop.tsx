import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { requestTexts } from '../messages/request-texts.ts';
import { PlainButton } from './button.tsx';
import { focusFirst } from './dialog.tsx';
import { FileInput } from './file-input.tsx';
import { LiveMessage } from './states.tsx';
import './file-drop.css';

interface FileDropProps {
  icon: LucideIcon;
  /** Label of the file chooser. */
  label: string;
  /** The line under the invitation. */
  rule: string;
  error: string | undefined;
  onChosen: (file: File) => void;
  /** Set while the file is in use; then it cannot be replaced. */
  isBusy: boolean;
  /** What says that a file is chosen, in place of the invitation. */
  fileLabel: string | null;
  /** The invitation for a mouse. */
  children: ReactNode;
}

/** What the browser's file chooser offers; the server decides. */
const SHEET_KINDS = '.xlsx,.xls,.csv,text/csv,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** One spreadsheet by click or drop. */
export function FileDrop({ icon: Icon, label, rule, error, onChosen, isBusy, fileLabel, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const take = ([file]: readonly File[]) => file && onChosen(file);
  return (
    <div>
      <DropZone onFiles={take} isClosed={isBusy}>
        <DropButton
          disabled={isBusy}
          aria-describedby={`${id}-rule${error ? ` ${id}-error` : ''}`}
          aria-invalid={error ? true : undefined}
          onClick={() => input.current?.click()}
          {...focusFirst}
        >
          <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
          {fileLabel ?? (
            <>
              <span className="mouse-only">{children}</span>
              <span className="touch-only">{requestTexts.chooseFile}</span>
            </>
          )}
          <small id={`${id}-rule`}>{rule}</small>
        </DropButton>
        <FileInput ref={input} accept={SHEET_KINDS} disabled={isBusy} label={label} onChosen={take} />
      </DropZone>
      {error && (
        <LiveMessage isUrgent className="file-drop-error" id={`${id}-error`}>
          {error}
        </LiveMessage>
      )}
    </div>
  );
}

interface DropZoneProps {
  onFiles: (files: readonly File[]) => void;
  /** Ignores dropped files, so that the browser does not open them. */
  isClosed?: boolean;
  children: ReactNode;
}

/** Takes dropped files; dragged text goes to its field. `data-over` marks a hovering file. */
export function useFileDrop(onFiles: (files: readonly File[]) => void, isClosed = false) {
  const [isOver, setOver] = useState(false);
  const withFiles = (act: (event: DragEvent) => void) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    act(event);
  };
  return {
    'data-over': isOver || undefined,
    onDragOver: withFiles(() => setOver(!isClosed)),
    onDragLeave: () => setOver(false),
    onDrop: withFiles(({ dataTransfer }) => {
      setOver(false);
      if (!isClosed) onFiles([...dataTransfer.files]);
    }),
  };
}

/** Takes dropped files, as a shortcut for the button inside. */
export const DropZone = ({ onFiles, isClosed, children }: DropZoneProps) => (
  <div className="drop-zone" {...useFileDrop(onFiles, isClosed)}>
    {children}
  </div>
);

/** The button that fills a drop zone and opens the browser's file chooser. */
export const DropButton = (props: ComponentProps<'button'>) => <PlainButton className="drop-button" {...props} />;
