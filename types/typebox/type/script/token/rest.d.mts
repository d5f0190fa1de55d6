/** Match remaining characters in the buffer until end. If no characters are in buffer, no match */
export type TRest<Input extends string> = (Input extends '' ? [] : [Input, '']);
/** Match remaining characters in the buffer until end. If no characters are in buffer, no match */
export declare function Rest<Input extends string>(input: Input): TRest<Input>;
