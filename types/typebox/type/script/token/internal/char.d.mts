export type TAlpha = [
    'a',
    'b',
    'c',
    'd',
    'e',
    'f',
    'g',
    'h',
    'i',
    'j',
    'k',
    'l',
    'm',
    'n',
    'o',
    'p',
    'q',
    'r',
    's',
    't',
    'u',
    'v',
    'w',
    'x',
    'y',
    'z',
    'A',
    'B',
    'C',
    'D',
    'E',
    'F',
    'G',
    'H',
    'I',
    'J',
    'K',
    'L',
    'M',
    'N',
    'O',
    'P',
    'Q',
    'R',
    'S',
    'T',
    'U',
    'V',
    'W',
    'X',
    'Y',
    'Z'
];
export declare const Alpha: TAlpha;
export type TZero = typeof Zero;
export type TNonZero = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
export type TDigit = [TZero, ...TNonZero];
export declare const Zero = "0";
export declare const NonZero: TNonZero;
export declare const Digit: TDigit;
export declare const WhiteSpace = " ";
export declare const NewLine = "\n";
export declare const TabSpace = "\t";
export declare const UnderScore = "_";
export declare const Dot = ".";
export declare const DollarSign = "$";
export declare const Hyphen = "-";
export type TWhiteSpace = typeof WhiteSpace;
export type TNewLine = typeof NewLine;
export type TTabSpace = typeof TabSpace;
export type TUnderScore = typeof UnderScore;
export type TDot = typeof Dot;
export type TDollarSign = typeof DollarSign;
export type THyphen = typeof Hyphen;
