import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { focusFirst } from './dialog.tsx';
import { DropButton, DropZone } from './drop-zone.tsx';
import './file-drop.css';

interface FileDropProps {
  icon: LucideIcon;
  /** Label of the file chooser. */
  label: string;
  /** File name endings and media types the chooser offers; the server decides. */
  accept: string;
  /** The line under the invitation. */
  rule: string;
  error: string | undefined;
  onChosen: (file: File) => void;
  /** Set while the file is in use; then it cannot be replaced. */
  isBusy?: boolean;
  children: ReactNode;
}

/** One file by click or drop. */
export function FileDrop({ icon: Icon, label, accept, rule, error, onChosen, isBusy = false, children }: FileDropProps) {
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
          <span>{children}</span>
          <small id={`${id}-rule`}>{rule}</small>
        </DropButton>
        <input
          ref={input}
          type="file"
          accept={accept}
          hidden
          disabled={isBusy}
          aria-label={label}
          onChange={(event) => {
            take([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </DropZone>
      {error && (
        <p className="file-drop-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
