/** Input of a job. The action that stores it and the handler that reads it share the type. */
export function inputOf<Input extends object>({ input }: { input: object }): Input {
  return input as Input;
}
