import { describeNode, type SchemaNode } from '@/components/catalog/schema-nodes';
import { Card } from '@/components/ui/card';
import type { JsonObject } from '@/lib/core/shared/json';
import type { Finding } from '@/lib/schemas/capability-answers';
import { FindingsList } from './findings-list';

type Props = {
  name: string;
  description: string;
  inputSchema: JsonObject;
  findings: readonly Finding[];
};

/** Name, description and parameters exactly as a model is given them, with what the lint says. */
export function ModelView({ name, description, inputSchema, findings }: Props) {
  const root = { name, path: '', schema: inputSchema, required: false, trail: [] };
  const parameters = describeNode(inputSchema, root).children.map((child) =>
    describeNode(inputSchema, { ...child, path: child.name }),
  );
  return (
    <Card
      title="As the model sees it"
      description={`${description.length.toLocaleString('en')} of 1,024 characters`}
    >
      <div className="rounded-md border bg-subtle p-3 font-mono text-xs leading-5">
        <p className="font-medium">{name}</p>
        <p className="mt-1 whitespace-pre-wrap break-words">
          {description || <span className="text-muted">No description.</span>}
        </p>
        {parameters.length > 0 && (
          <ul className="mt-2 border-t pt-2">
            {parameters.map((parameter) => (
              <li key={parameter.path} className="break-words">
                {parameter.name}
                <span className="text-muted">
                  {parameter.required ? '' : '?'}: {typeText(parameter)}
                  {parameter.description && ` – ${parameter.description}`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <FindingsList findings={findings} className="mt-3" />
    </Card>
  );
}

const SHOWN_VALUES = 6;

/** The type, or the values it may have. */
function typeText({ type, enumValues }: SchemaNode): string {
  if (!enumValues) return type;
  const shown = enumValues.slice(0, SHOWN_VALUES).map((value) => JSON.stringify(value));
  return [...shown, ...(enumValues.length > SHOWN_VALUES ? ['…'] : [])].join(' | ');
}
