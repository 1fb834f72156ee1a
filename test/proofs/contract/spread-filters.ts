// The parameters of an operation in openapi.json as they are sent: the properties of a family of filters are parameters
// of their own.

type Part = Record<string, any>;

/** `found`: follows a reference. `about`: of a property, what the whole family says of itself. */
export const spreadFilters = (parameters: readonly Part[], found: (part: Part) => Part): Part[] =>
  parameters.map(found).flatMap((parameter) => {
    const { properties } = parameter.in === 'query' ? found(parameter.schema ?? {}) : {};
    if (!properties) return [parameter];
    const { style, explode, description: about, allowEmptyValue } = parameter;
    if (style !== 'form' || explode !== true) throw new Error(`${parameter.name} is sent otherwise`);
    return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', about, allowEmptyValue, schema }));
  });
