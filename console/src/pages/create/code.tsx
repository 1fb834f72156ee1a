// The same create as a curl line.
import { CodePanel } from '../../parts/code.tsx';
import { CopyButton } from '../../parts/copy.tsx';
import { say } from '../../words/say.ts';

export const CodeForCreate = ({ line }: { line: string }) => (
  <CodePanel>
    <section class="code">
      <div class="code-head">
        <div class="tabs">
          <span>curl</span>
        </div>
        <CopyButton text={line} what={say('the curl line')} />
      </div>
      <pre tabIndex={0}>
        <code>{line}</code>
      </pre>
    </section>
  </CodePanel>
);
