// The same create as a curl line.
import { isCodeOpen } from '../../app/floating.ts';
import { CopyButton } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';

export const CodeForCreate = ({ line }: { line: string }) => (
  <>
    <button type="button" class="button" aria-haspopup="dialog" onClick={() => (isCodeOpen.value = true)}>
      <Icon name="code" />
      Code
    </button>
    {isCodeOpen.value && (
      <Dialog title="The same as code" look="wide" onClose={() => (isCodeOpen.value = false)}>
        <section class="code">
          <div class="code-head">
            <div class="tabs">
              <span>curl</span>
            </div>
            <CopyButton text={line} what="the curl line" />
          </div>
          <pre tabIndex={0}>
            <code>{line}</code>
          </pre>
        </section>
      </Dialog>
    )}
  </>
);
