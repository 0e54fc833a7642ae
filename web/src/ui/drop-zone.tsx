import { type ComponentProps, type DragEvent, type ReactNode, useState } from 'react';
import './drop-zone.css';

interface DropZoneProps {
  onFiles: (files: readonly File[]) => void;
  /** Ignores dropped files, so that the browser does not open them. */
  isClosed?: boolean;
  children: ReactNode;
}

/** Takes dropped files, as a shortcut for the button inside. `data-over` marks a hovering file. */
export function DropZone({ onFiles, isClosed = false, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(!isClosed);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isClosed) onFiles([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button inside does the same.
    <div className="drop-zone" data-over={isOver || undefined} onDragOver={over} onDragLeave={() => setOver(false)} onDrop={drop}>
      {children}
    </div>
  );
}

/** The button that fills a drop zone and opens the browser's file chooser. */
export const DropButton = (props: ComponentProps<'button'>) => <button type="button" className="drop-button" {...props} />;
