/** What Word puts on the clipboard: lists are paragraphs with their bullets as words, headings have numbers. */
const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><title>Handbook</title>
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings></o:OfficeDocumentSettings></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0in; font-family:"Calibri",sans-serif;} @list l0:level1 {mso-level-text:\\F0B7;} --></style></head>
<body lang=EN-US style='word-wrap:break-word'><!--StartFragment-->
<p class=MsoTitle>Office keys<o:p></o:p></p>
<p class=MsoNormal>Keys stay in the <b style='mso-bidi-font-weight:normal'>box</b>, and <i>never</i>
go home.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Count them<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:1.0in;text-indent:-.25in;mso-list:l0 level2 lfo1'><![if !supportLists]><span
style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>each Friday<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Sign for them<o:p></o:p></p>
<h2>Lost ones<o:p></o:p></h2>
<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l1 level1 lfo2'><![if !supportLists]><span
style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Call <a href="https://locks.example/">the locksmith</a><o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-.25in;mso-list:l1 level1 lfo2'><![if !supportLists]><span
style='mso-list:Ignore'>2.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Tell the owner<o:p></o:p></p>
<table class=MsoTableGrid border=1 cellspacing=0><tr><td width=100 valign=top><p class=MsoNormal><b>Key<o:p></o:p></b></p></td>
<td width=100 valign=top><p class=MsoNormal>Place<o:p></o:p></p></td></tr>
<tr><td width=100><p class=MsoNormal>Front<o:p></o:p></p></td><td width=100><p class=MsoNormal>Box A<o:p></o:p></p>
<p class=MsoNormal>or safe<o:p></o:p></p></td></tr></table>
<p class=MsoNormal><img width=300 height=200 src="file:///C:/Users/ada/AppData/Local/Temp/clip_image001.png"><o:p></o:p></p>
<!--EndFragment--></body></html>`

const WORD_MARKDOWN = `# Office keys

Keys stay in the **box**, and *never* go home.

- Count them
  - each Friday
- Sign for them

## Lost ones

1. Call [the locksmith](https://locks.example/)
2. Tell the owner

| **Key** | Place |
| - | - |
| Front | Box A or safe |
`

/** What Google Docs puts there: all of it in bold that isn't, what is bold in styles, pictures at Google. */
const GOOGLE = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1f2e3d4c-7fff-0a1b-2c3d-4e5f60718293">
<h1 dir="ltr" style="line-height:1.38;margin-top:20pt;"><span style="font-size:20pt;font-weight:400;">Open houses</span></h1>
<p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:400;">Two agents, </span><span style="font-size:11pt;font-weight:700;">always</span><span style="font-size:11pt;font-weight:400;font-style:italic;"> and one phone</span><span style="font-size:11pt;font-weight:400;">.</span></p>
<ul style="margin-top:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">Lights on</span></p></li>
<ul style="margin-top:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:400;">all of them</span></p></li></ul>
<li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">Doors locked</span></p></li></ul>
<p dir="ltr"><a href="https://agents.example/safety" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;">Read this</span></a><span style="font-weight:400;"><img src="https://lh7-rt.googleusercontent.com/docsz/AD_4nX" width="300" height="200" /></span></p>
<div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="301"/><col width="301"/></colgroup><tbody><tr style="height:0pt"><td><p dir="ltr"><span style="font-weight:700;">Who</span></p></td><td><p dir="ltr"><span style="font-weight:700;">When</span></p></td></tr><tr style="height:0pt"><td><p dir="ltr"><span style="font-weight:400;">Ada</span></p></td><td><p dir="ltr"><span style="font-weight:400;">Noon</span></p></td></tr></tbody></table></div></b><br class="Apple-interchange-newline">`

const GOOGLE_MARKDOWN = `# Open houses

Two agents, **always** *and one phone*.

- Lights on
  - all of them
- Doors locked

[Read this](https://agents.example/safety)

| **Who** | **When** |
| - | - |
| Ada | Noon |
`

/** HTML as programs put it on the clipboard, and the Markdown that is made of it. */
export const clipboards = [
  { from: 'Word', html: WORD, markdown: WORD_MARKDOWN },
  { from: 'Google Docs', html: GOOGLE, markdown: GOOGLE_MARKDOWN },
]
